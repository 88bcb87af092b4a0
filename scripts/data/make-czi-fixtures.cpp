/*
 * Makes the small CZI files of test/data/images with libCZI, Zeiss's own library, and adds what libCZI reads back from them to
 * manifest.json's lines: one JSON object a line on standard output, which `make-czi-fixtures.py` takes in.
 *
 * Needs libCZI 0.67 (github.com/ZEISS/libczi), built as a static library, and libzstd:
 *
 *     g++ -std=c++17 -D_LIBCZISTATICLIB -I Src/libCZI scripts/data/make-czi-fixtures.cpp liblibCZIStatic.a -lzstd -lpthread -o make-czi
 *     ./make-czi FOLDER | /usr/bin/python3 scripts/data/make-czi-fixtures.py FOLDER
 *
 * Run `make-czi` in a folder of its own: beside each file it writes the samples that libCZI reads as NAME.LEVEL.SLICE.raw.
 */
#include "libCZI.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace libCZI;
using std::string;
using std::vector;

struct Kind {
    PixelType type;
    int bands;
    int bytes;
};
const Kind GRAY8{PixelType::Gray8, 1, 1}, GRAY16{PixelType::Gray16, 1, 2}, FLOAT{PixelType::Gray32Float, 1, 4},
    BGR24{PixelType::Bgr24, 3, 1}, BGR48{PixelType::Bgr48, 3, 2};

/** A rectangle of a channel, slice and scene; `factor` is what it is reduced by. */
struct Tile {
    int x, y, width, height, m, channel = 0, slice = 0, scene = -1, factor = 1;
};

/** Waves, different in each tile, so that which of two lies on top can be seen. */
static double wave(double x, double y, int band, const Tile& tile) {
    return 0.5 + 0.45 * std::sin(x / (9 + 3 * band) + tile.m + 2 * tile.channel) * std::cos(y / 11 + band + tile.slice);
}

static vector<uint8_t> pixels(const Kind& kind, const Tile& tile) {
    const int width = tile.width / tile.factor, height = tile.height / tile.factor;
    vector<uint8_t> data(static_cast<size_t>(width) * height * kind.bands * kind.bytes);
    size_t at = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int band = 0; band < kind.bands; band++, at += kind.bytes) {
                const double value = wave(tile.x + x * tile.factor, tile.y + y * tile.factor, band, tile);
                if (kind.type == PixelType::Gray32Float) {
                    const float number = static_cast<float>(100 * value - 30);
                    std::memcpy(&data[at], &number, 4);
                } else if (kind.bytes == 2) {
                    const uint16_t number = static_cast<uint16_t>(60000 * value);
                    std::memcpy(&data[at], &number, 2);
                } else
                    data[at] = static_cast<uint8_t>(250 * value);
            }
    return data;
}

static std::shared_ptr<IMemoryBlock> compressed(const Kind& kind, CompressionMode mode, int width, int height, const vector<uint8_t>& data, int quality) {
    const uint32_t stride = width * kind.bands * kind.bytes;
    CompressParametersOnMap parameters;
    if (mode == CompressionMode::Zstd0) return ZstdCompress::CompressZStd0Alloc(width, height, stride, kind.type, data.data(), nullptr);
    if (mode == CompressionMode::Zstd1) {
        // Of Bgr48 with low and high bytes apart libCZI 0.67 reads back a third of each row only.
        parameters.map[static_cast<int>(CompressionParameterKey::ZSTD_PREPROCESS_DOLOHIBYTEPACKING)] = CompressParameter(kind.type == PixelType::Gray16);
        return ZstdCompress::CompressZStd1Alloc(width, height, stride, kind.type, data.data(), &parameters);
    }
    parameters.map[static_cast<int>(CompressionParameterKey::JXRLIB_QUALITY)] = CompressParameter(static_cast<uint32_t>(quality));
    return JxrLibCompress::Compress(kind.type, width, height, stride, data.data(), &parameters);
}

struct Spec {
    string name;
    Kind kind;
    CompressionMode mode;
    vector<Tile> tiles;
    int channels = 1, slices = 1;
    vector<int> factors{1};
    int quality = 1000;
    bool isScaled = true;
};

static void write(const Spec& spec, const string& path) {
    auto writer = CreateCZIWriter();
    auto stream = CreateOutputStreamForFileUtf8(path.c_str(), true);
    writer->Create(stream, std::make_shared<CCziWriterInfo>(GUID{1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}}));
    for (const Tile& tile : spec.tiles) {
        const int width = tile.width / tile.factor, height = tile.height / tile.factor;
        const vector<uint8_t> data = pixels(spec.kind, tile);
        AddSubBlockInfoMemPtr info;
        info.coordinate.Set(DimensionIndex::C, tile.channel);
        info.coordinate.Set(DimensionIndex::T, 0);
        if (spec.slices > 1) info.coordinate.Set(DimensionIndex::Z, tile.slice);
        if (tile.scene >= 0) info.coordinate.Set(DimensionIndex::S, tile.scene);
        info.mIndexValid = tile.factor == 1;
        info.mIndex = tile.m;
        info.x = tile.x;
        info.y = tile.y;
        info.logicalWidth = tile.width;
        info.logicalHeight = tile.height;
        info.physicalWidth = width;
        info.physicalHeight = height;
        info.PixelType = spec.kind.type;
        info.SetCompressionMode(spec.mode);
        const string metadata = "<METADATA><Tags /></METADATA>";
        info.ptrSbBlkMetadata = metadata.data();
        info.sbBlkMetadataSize = static_cast<uint32_t>(metadata.size());
        std::shared_ptr<IMemoryBlock> block;
        if (spec.mode == CompressionMode::UnCompressed) {
            info.ptrData = data.data();
            info.dataSize = static_cast<uint32_t>(data.size());
        } else {
            block = compressed(spec.kind, spec.mode, width, height, data, spec.quality);
            info.ptrData = block->GetPtr();
            info.dataSize = static_cast<uint32_t>(block->GetSizeOfData());
        }
        writer->SyncAddSubBlock(info);
    }
    if (spec.isScaled) {
        const string xml = "<?xml version=\"1.0\"?><ImageDocument><Metadata><Scaling><Items><Distance Id=\"X\"><Value>2.2E-07</Value></Distance>"
                           "<Distance Id=\"Y\"><Value>2.5E-07</Value></Distance><Distance Id=\"Z\"><Value>1E-06</Value></Distance>"
                           "</Items></Scaling></Metadata></ImageDocument>";
        WriteMetadataInfo info;
        info.Clear();
        info.szMetadata = xml.c_str();
        info.szMetadataSize = xml.size();
        writer->SyncWriteMetadata(info);
    }
    writer->Close();
}

/** Samples of a slice at a level as libCZI composes them, channels side by side, red first. */
static vector<uint8_t> read(const Spec& spec, ICZIReader& reader, const IntRect& box, int layer, int slice) {
    const int factor = spec.factors[layer], width = box.w / factor, height = box.h / factor;
    const int own = spec.kind.bands, bands = own * spec.channels, bytes = spec.kind.bytes;
    vector<uint8_t> all(static_cast<size_t>(width) * height * bands * bytes);
    for (int channel = 0; channel < spec.channels; channel++) {
        CDimCoordinate plane{{DimensionIndex::C, channel}, {DimensionIndex::T, 0}};
        if (spec.slices > 1) plane.Set(DimensionIndex::Z, slice);
        const IntRect roi{box.x, box.y, width * factor, height * factor};
        ISingleChannelPyramidLayerTileAccessor::Options options;
        options.Clear();
        options.backGroundColor = RgbFloatColor{0, 0, 0};
        const ISingleChannelPyramidLayerTileAccessor::PyramidLayerInfo info{2, static_cast<uint8_t>(layer)};
        auto bitmap = reader.CreateSingleChannelPyramidLayerTileAccessor()->Get(spec.kind.type, roi, &plane, info, &options);
        ScopedBitmapLockerSP lock{bitmap};
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                for (int band = 0; band < own; band++) {
                    const uint8_t* from = static_cast<const uint8_t*>(lock.ptrDataRoi) + static_cast<size_t>(y) * lock.stride + (static_cast<size_t>(x) * own + (own - 1 - band)) * bytes;
                    std::memcpy(&all[((static_cast<size_t>(y) * width + x) * bands + channel * own + band) * bytes], from, bytes);
                }
    }
    return all;
}

/** Pixels at a level that not every channel covers. */
static int uncovered(const Spec& spec, const IntRect& box, int layer, int slice) {
    const int factor = spec.factors[layer], width = box.w / factor, height = box.h / factor;
    int count = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int found = 0;
            for (int channel = 0; channel < spec.channels; channel++)
                for (const Tile& tile : spec.tiles)
                    if (tile.factor == factor && tile.channel == channel && tile.slice == slice && x * factor >= tile.x - box.x && x * factor < tile.x - box.x + tile.width && y * factor >= tile.y - box.y && y * factor < tile.y - box.y + tile.height) {
                        found++;
                        break;
                    }
            count += found < spec.channels;
        }
    return count;
}

int main(int, char** arguments) {
    const string folder = string(arguments[1]) + "/";
    vector<Spec> specs;
    {
        // Two scenes of two channels; two tiles overlap, and the one with the larger M index comes first in the file.
        Spec spec{"mosaic-zstd1.czi", GRAY16, CompressionMode::Zstd1, {}, 2, 1, {1, 2, 4}};
        for (int channel = 0; channel < 2; channel++) {
            for (const Tile& tile : {Tile{-40, 20, 80, 72, 1, channel, 0, 0}, Tile{-104, 20, 72, 72, 0, channel, 0, 0}, Tile{16, 60, 64, 64, 0, channel, 0, 1}}) spec.tiles.push_back(tile);
            for (int factor : {2, 4})
                for (const Tile& tile : {Tile{-104, 20, 144, 72, 0, channel, 0, 0, factor}, Tile{16, 60, 64, 64, 0, channel, 0, 1, factor}}) spec.tiles.push_back(tile);
        }
        specs.push_back(spec);
    }
    specs.push_back({"slices-plain.czi", GRAY8, CompressionMode::UnCompressed, {{5, 7, 50, 40, 0, 0, 0}, {5, 7, 50, 40, 0, 0, 1}, {5, 7, 50, 40, 0, 0, 2}}, 1, 3});
    specs.push_back({"bgr-zstd0.czi", BGR24, CompressionMode::Zstd0, {{0, 0, 48, 40, 0}, {48, 0, 19, 40, 1}}});
    specs.push_back({"bgr48-zstd1.czi", BGR48, CompressionMode::Zstd1, {{0, 0, 41, 30, 0}}, 1, 1, {1}, 1000, false});
    specs.push_back({"float-plain.czi", FLOAT, CompressionMode::UnCompressed, {{0, 0, 37, 29, 0}}});
    for (const auto& [name, kind, quality] : vector<std::tuple<string, Kind, int>>{
             {"gray8-jxr", GRAY8, 1000}, {"gray16-jxr", GRAY16, 1000}, {"bgr-jxr", BGR24, 1000}, {"bgr48-jxr", BGR48, 1000},
             {"gray8-jxr-lossy", GRAY8, 850}, {"gray16-jxr-lossy", GRAY16, 700}, {"bgr-jxr-lossy", BGR24, 850}, {"bgr-jxr-coarse", BGR24, 300}, {"bgr48-jxr-lossy", BGR48, 800}})
        specs.push_back({name + ".czi", kind, CompressionMode::JpgXr, {{0, 0, 75, 53, 0}}, 1, 1, {1}, quality});
    for (const Spec& spec : specs) {
        const string path = folder + spec.name;
        try {
            write(spec, path);
        } catch (const std::exception& error) {
            std::cerr << spec.name << ": " << error.what() << std::endl;
            std::remove(path.c_str());
            continue;
        }
        auto reader = CreateCZIReader();
        const std::wstring wide(path.begin(), path.end());
        reader->Open(CreateStreamFromFile(wide.c_str()));
        const IntRect box = reader->GetStatistics().boundingBoxLayer0Only;
        for (size_t layer = 0; layer < spec.factors.size(); layer++)
            for (int slice = 0; slice < spec.slices; slice++) {
                const vector<uint8_t> samples = read(spec, *reader, box, static_cast<int>(layer), slice);
                std::ofstream(path + "." + std::to_string(layer) + "." + std::to_string(slice) + ".raw", std::ios::binary).write(reinterpret_cast<const char*>(samples.data()), samples.size());
                if (slice > 0) continue;
                std::printf("{\"file\": \"%s\", \"level\": %zu, \"width\": %d, \"height\": %d, \"bands\": %d, \"bits\": %d, \"missing\": %d, \"scaled\": %s}\n",
                            spec.name.c_str(), layer, box.w / spec.factors[layer], box.h / spec.factors[layer], spec.kind.bands * spec.channels, spec.kind.bytes * 8,
                            uncovered(spec, box, static_cast<int>(layer), slice), spec.isScaled ? "true" : "false");
            }
    }
    return 0;
}
