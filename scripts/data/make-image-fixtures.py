#!/usr/bin/env python3
"""Makes the small images of test/data/images and what independent readers see in them.

Needs Debian's python3-tifffile, python3-pil, libvips-tools and gdal-bin, and imagecodecs from PyPI. Run from the root of the
project:

    /usr/bin/python3 scripts/data/make-image-fixtures.py

Every file is written by one library and read back by another where there is a choice; the SHA-1 of the samples
(rows, pixels, bands; little-endian) goes into manifest.json, which the tests compare with. The files are committed,
so the tests need none of this.
"""
import hashlib
import json
import pathlib
import shutil
import subprocess
import tempfile

import numpy as np
import tifffile
from imagecodecs import jpeg2k_encode
from PIL import Image, ImageOps

OUT = pathlib.Path('test/data/images')
W, H = 67, 53
manifest = []


def pattern(bands, seed=1, width=W, height=H):
    """Waves and noise in 0 … 1, the same on every run."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width]
    waves = [0.5 + 0.4 * np.sin(x / (5 + c) + c) * np.cos(y / (7 - c) + c) for c in range(bands)]
    return np.clip(np.stack(waves, -1) + rng.normal(0, 0.03, (height, width, bands)), 0, 1)


def ints(bands, dtype, seed=1, **size):
    return (pattern(bands, seed, **size) * np.iinfo(dtype).max).astype(dtype)


def digest(array):
    array = np.ascontiguousarray(array)
    return hashlib.sha1(array.astype(array.dtype.newbyteorder('<')).tobytes()).hexdigest()


def note(file, array, level=0, reader='tifffile', **more):
    """Samples as the project gives them: 8 and 16 bits as stored, all else as 32-bit floats."""
    if array.dtype not in (np.uint8, np.uint16):
        array = array.astype(np.float32)
    if array.ndim == 2:
        array = array[..., None]
    height, width, bands = array.shape
    manifest.append({'file': file, 'level': level, 'width': width, 'height': height, 'bands': bands,
                     'bits': array.dtype.itemsize * 8, 'sha1': digest(array), 'reader': reader, **more})


def gdal_read(path, dtype, extra=()):
    with tempfile.TemporaryDirectory() as folder:
        raw = f'{folder}/raw'
        subprocess.run(['gdal_translate', '-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BIP', *extra, str(path), raw], check=True)
        header = pathlib.Path(f'{raw}.hdr').read_text()
        field = lambda name: int(header.split(f'\n{name}')[1].split('=')[1].split()[0])
        return np.fromfile(raw, dtype).reshape(field('lines'), field('samples'), field('bands'))


def gdal(source, target, *options):
    subprocess.run(['gdal_translate', '-q', *options, str(source), str(OUT / target)], check=True)
    pathlib.Path(f'{OUT / target}.aux.xml').unlink(missing_ok=True)


def vips(*arguments):
    subprocess.run(['vips', *map(str, arguments)], check=True)


def tiff(name, array, **options):
    tifffile.imwrite(OUT / name, array, metadata=None, software=False, **options)
    return OUT / name


def plain_tiffs():
    note('u8-strips.tif', gdal_read(tiff('u8-strips.tif', ints(1, 'u1')[..., 0], rowsperstrip=7), 'u1'), reader='gdal')
    tiff('u16-big-endian.tif', ints(1, 'u2')[..., 0], byteorder='>', rowsperstrip=16)
    note('u16-big-endian.tif', gdal_read(OUT / 'u16-big-endian.tif', 'u2'), reader='gdal')
    tiff('u16-bigtiff-tiles.tif', ints(1, 'u2', 3)[..., 0], bigtiff=True, tile=(32, 16))
    note('u16-bigtiff-tiles.tif', gdal_read(OUT / 'u16-bigtiff-tiles.tif', 'u2'), reader='gdal')
    signed = (ints(1, 'u2', 4)[..., 0].astype(int) - 32768)
    tiff('i16.tif', signed.astype('i2'))
    note('i16.tif', gdal_read(OUT / 'i16.tif', 'i2'), reader='gdal')
    tiff('i8.tif', (signed >> 8).astype('i1'))
    note('i8.tif', tifffile.imread(OUT / 'i8.tif'))
    tiff('u32.tif', (ints(1, 'u2', 5)[..., 0].astype('u4') * 200))
    note('u32.tif', gdal_read(OUT / 'u32.tif', 'u4'), reader='gdal')
    tiff('i32-two-bands.tif', (ints(2, 'u2', 6).astype('i4') - 30000), planarconfig='contig', photometric='minisblack')
    note('i32-two-bands.tif', gdal_read(OUT / 'i32-two-bands.tif', 'i4'), reader='gdal')
    tiff('f64.tif', pattern(1, 7)[..., 0] * 1e3 - 200)
    note('f64.tif', gdal_read(OUT / 'f64.tif', 'f8'), reader='gdal')
    tiff('f16.tif', (pattern(1, 8)[..., 0] * 10 - 5).astype('f2'))
    note('f16.tif', tifffile.imread(OUT / 'f16.tif'))
    tiff('rgb-planar-tiles.tif', np.moveaxis(ints(3, 'u1', 9), -1, 0), planarconfig='separate', photometric='rgb', tile=(16, 32))
    note('rgb-planar-tiles.tif', gdal_read(OUT / 'rgb-planar-tiles.tif', 'u1'), reader='gdal')
    tiff('white-is-zero.tif', ints(1, 'u1', 10)[..., 0], photometric='miniswhite')
    note('white-is-zero.tif', 255 - tifffile.imread(OUT / 'white-is-zero.tif'))
    rgba = np.concatenate([ints(3, 'u1', 11), np.full((H, W, 1), 255, 'u1')], -1)
    rgba[:5, :9, 3] = 0
    tiff('rgba.tif', rgba, photometric='rgb', extrasamples=['unassalpha'])
    note('rgba.tif', rgba[..., :3], missing=45)


def compressed_tiffs(folder):
    colours, deep, floats = folder / 'rgb.tif', folder / 'u16.tif', folder / 'f32.tif'
    tifffile.imwrite(colours, ints(3, 'u1', 12), photometric='rgb')
    tifffile.imwrite(deep, np.moveaxis(ints(2, 'u2', 13), -1, 0), photometric='minisblack', planarconfig='separate')
    tifffile.imwrite(floats, (pattern(1, 14)[..., 0] * 30 - 25).astype('f4'))
    tiled = ['-co', 'TILED=YES', '-co', 'BLOCKXSIZE=32', '-co', 'BLOCKYSIZE=32']
    for name in ('LZW', 'DEFLATE', 'PACKBITS', 'ZSTD', 'LERC', 'LERC_DEFLATE', 'LERC_ZSTD'):
        extra = ['-co', 'PREDICTOR=2'] if name in ('LZW', 'DEFLATE', 'ZSTD') else []
        gdal(deep, f'u16-{name.lower()}.tif', '-co', f'COMPRESS={name}', *extra, *tiled, '-co', 'INTERLEAVE=PIXEL')
        note(f'u16-{name.lower()}.tif', gdal_read(deep, 'u2'), reader='gdal')
    gdal(deep, 'u16-big-endian-deflate.tif', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=2', '-co', 'ENDIANNESS=BIG')
    note('u16-big-endian-deflate.tif', gdal_read(deep, 'u2'), reader='gdal')
    # libtiff itself does not read back what it writes with this predictor in the other byte order.
    gdal(floats, 'f32-predictor.tif', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=3', *tiled)
    note('f32-predictor.tif', gdal_read(floats, 'f4'), reader='gdal')
    gdal(floats, 'f32-lerc.tif', '-co', 'COMPRESS=LERC', *tiled)
    note('f32-lerc.tif', gdal_read(floats, 'f4'), reader='gdal')
    for bits in (1, 2, 4, 12):
        source = folder / f'n{bits}.tif'
        tifffile.imwrite(source, (pattern(1, 15)[..., 0] * (2**bits - 1)).astype('u1' if bits <= 8 else 'u2'))
        gdal(source, f'u{bits}-packed.tif', '-co', f'NBITS={bits}', '-co', 'COMPRESS=LZW')
        note(f'u{bits}-packed.tif', tifffile.imread(source), reader='gdal')
    jpeg = ['-co', 'COMPRESS=JPEG', '-co', 'JPEG_QUALITY=80', *tiled]
    gdal(colours, 'rgb-jpeg-ycbcr.tif', '-co', 'PHOTOMETRIC=YCBCR', *jpeg)
    note('rgb-jpeg-ycbcr.tif', gdal_read(OUT / 'rgb-jpeg-ycbcr.tif', 'u1'), reader='gdal')
    gdal(colours, 'rgb-jpeg.tif', *jpeg)
    note('rgb-jpeg.tif', gdal_read(OUT / 'rgb-jpeg.tif', 'u1'), reader='gdal')
    gdal(colours, 'grey-jpeg-strips.tif', '-b', '1', '-co', 'COMPRESS=JPEG', '-co', 'BLOCKYSIZE=16')
    note('grey-jpeg-strips.tif', gdal_read(OUT / 'grey-jpeg-strips.tif', 'u1'), reader='gdal')
    palette = folder / 'palette.png'
    Image.fromarray(ints(3, 'u1', 12)).quantize(17).save(palette)
    gdal(palette, 'palette.tif', '-co', 'COMPRESS=LZW')
    note('palette.tif', gdal_read(OUT / 'palette.tif', 'u1', ['-expand', 'rgb']), reader='gdal')
    gdal(colours, 'rgb-webp.tif', '-co', 'COMPRESS=WEBP', '-co', 'WEBP_LOSSLESS=YES', *tiled)
    note('rgb-webp.tif', gdal_read(colours, 'u1'), reader='gdal', browser=True)


def pyramids(folder):
    big = folder / 'big.tif'
    georeferenced = ['-a_srs', 'EPSG:32630', '-a_ullr', '500000', '4200000', '502620', '4197930', '-a_nodata', '0']
    values = ints(1, 'u2', 20, width=262, height=207)[..., 0]
    values[:40, :60] = 0
    values[values == 0] = 1
    values[:40, :60] = 0
    tifffile.imwrite(folder / 'values.tif', values)
    subprocess.run(['gdal_translate', '-q', *georeferenced, folder / 'values.tif', big], check=True)
    gdal(big, 'cog.tif', '-of', 'COG', '-co', 'BLOCKSIZE=128', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=2',
         '-co', 'OVERVIEWS=IGNORE_EXISTING', '-co', 'RESAMPLING=AVERAGE', '-co', 'OVERVIEW_RESAMPLING=AVERAGE')
    for level, page in enumerate(tifffile.TiffFile(OUT / 'cog.tif').pages):
        overview = [] if level == 0 else ['-oo', f'OVERVIEW_LEVEL={level - 1}']
        array = gdal_read(OUT / 'cog.tif', 'u2', overview)
        assert array.shape[:2] == page.shape
        note('cog.tif', array, level, 'gdal', missing=int((array == 0).sum()),
             **({} if level else {'placement': {'pixelWidth': 10, 'pixelHeight': 10, 'unit': 'm', 'crs': 'EPSG:32630',
                                                'origin': [500000, 4200000]}}))
    colours = folder / 'colours.tif'
    tifffile.imwrite(colours, ints(3, 'u1', 21, width=262, height=207), photometric='rgb')
    masked = folder / 'masked.tif'
    rgba = np.concatenate([ints(3, 'u1', 21, width=262, height=207), np.full((207, 262, 1), 255, 'u1')], -1)
    rgba[100:150, 30:90, 3] = 0
    tifffile.imwrite(masked, rgba, photometric='rgb', extrasamples=['unassalpha'])
    gdal(masked, 'cog-mask.tif', '-of', 'COG', '-b', '1', '-b', '2', '-b', '3', '-mask', '4', '-co', 'BLOCKSIZE=128',
         '-co', 'COMPRESS=LZW', '-co', 'OVERVIEWS=NONE')
    note('cog-mask.tif', gdal_read(OUT / 'cog-mask.tif', 'u1', ['-b', '1', '-b', '2', '-b', '3', '-mask', 'none']), 0, 'gdal', missing=3000)
    vips('tiffsave', colours, f'{OUT}/vips-pyramid.tif', '--tile', '--pyramid', '--tile-width', 64, '--tile-height', 64,
         '--compression', 'lzw', '--resunit', 'cm', '--xres', 2000, '--yres', 2000)
    vips('tiffsave', colours, f'{OUT}/vips-subifd.tif', '--tile', '--pyramid', '--subifd', '--tile-width', 64,
         '--tile-height', 64, '--compression', 'deflate')
    with tifffile.TiffFile(OUT / 'vips-pyramid.tif') as file:
        levels = [page.shape for page in file.pages]
        assert len(levels) >= 2
        for level in range(len(levels)):
            raw = folder / 'level.tif'
            vips('tiffload', OUT / 'vips-pyramid.tif', f'{raw}[compression=none]', '--page', level)
            array = tifffile.imread(raw)
            place = {} if level else {'placement': {'pixelWidth': 0.5, 'pixelHeight': 0.5, 'unit': 'µm'}}
            note('vips-pyramid.tif', array, level, 'vips', **place)
            note('vips-subifd.tif', array, level, 'vips')
    ome = ints(1, 'u2', 22, width=131, height=103)[..., 0]
    with tifffile.TiffWriter(OUT / 'ome-pyramid.ome.tif') as file:
        file.write(ome, subifds=1, tile=(64, 64), metadata={'axes': 'YX', 'PhysicalSizeX': 0.65, 'PhysicalSizeXUnit': 'µm',
                                                            'PhysicalSizeY': 650, 'PhysicalSizeYUnit': 'nm'})
        file.write(ome[::2, ::2], subfiletype=1, tile=(64, 64))
    note('ome-pyramid.ome.tif', ome, placement={'pixelWidth': 0.65, 'pixelHeight': 0.65, 'unit': 'µm'})
    note('ome-pyramid.ome.tif', ome[::2, ::2], 1)
    stack = np.stack([ints(1, 'u2', 50 + c)[..., 0] for c in range(3)])
    tifffile.imwrite(OUT / 'ome-channels.ome.tif', np.stack([stack, stack // 2]), metadata={'axes': 'ZCYX'}, ome=True)
    note('ome-channels.ome.tif', np.moveaxis(stack, 0, -1))
    tifffile.imwrite(OUT / 'imagej-channels.tif', stack[None], imagej=True, metadata={'axes': 'ZCYX'})
    note('imagej-channels.tif', np.moveaxis(stack, 0, -1))
    tifffile.imwrite(OUT / 'ome-focus.ome.tif', stack, metadata={'axes': 'ZYX'}, ome=True)
    note('ome-focus.ome.tif', stack[0])
    for suffix, name in (('.png', 'dzi-png'), ('.jpg[Q=85]', 'dzi-jpeg')):
        shutil.rmtree(OUT / f'{name}_files', ignore_errors=True)
        vips('dzsave', colours, OUT / name, '--tile-size', 62, '--overlap', 1, '--suffix', suffix)
        (OUT / f'{name}_files' / 'vips-properties.xml').unlink(missing_ok=True)
        for level in range(9):
            if level < 5:
                shutil.rmtree(OUT / f'{name}_files' / str(level))
    note('dzi-png.dzi', tifffile.imread(colours), 0, 'tifffile')


def pngs():
    def save(name, image, **options):
        image.save(OUT / name, **options)
        return OUT / name
    for bits in (1, 2, 4):
        values = (pattern(1, 30)[..., 0] * (2**bits - 1)).astype('u1')
        subprocess.run(['gdal_translate', '-q', '-of', 'PNG', '-co', f'NBITS={bits}', '/vsistdin/', OUT / f'grey{bits}.png'],
                       input=tiff_bytes(values), check=True)
        pathlib.Path(f'{OUT}/grey{bits}.png.aux.xml').unlink(missing_ok=True)
        note(f'grey{bits}.png', np.array(Image.open(OUT / f'grey{bits}.png').convert('L')), reader='pillow')
    deep = ints(1, 'u2', 31)[..., 0]
    save('grey16.png', Image.fromarray(deep))
    note('grey16.png', deep, reader='pillow')
    colours = ints(3, 'u1', 32)
    save('rgb.png', Image.fromarray(colours))
    note('rgb.png', colours, reader='pillow')
    alpha = np.concatenate([colours, np.full((H, W, 1), 255, 'u1')], -1)
    alpha[10:20, 5:15, 3] = 0
    save('rgba.png', Image.fromarray(alpha))
    note('rgba.png', alpha[..., :3], reader='pillow', missing=100)
    indexed = Image.fromarray(colours).quantize(13)
    save('palette.png', indexed)
    note('palette.png', np.array(indexed.convert('RGB')), reader='pillow')
    with tempfile.TemporaryDirectory() as folder:
        source = f'{folder}/rgb16.tif'
        tifffile.imwrite(source, ints(3, 'u2', 33), photometric='rgb')
        vips('pngsave', source, OUT / 'rgb16-interlaced.png', '--interlace', '--strip')
        note('rgb16-interlaced.png', tifffile.imread(source), reader='tifffile')
        vips('pngsave', OUT / 'grey4.png', OUT / 'grey4-interlaced.png', '--interlace', '--strip', '--bitdepth', 4)
        note('grey4-interlaced.png', np.array(Image.open(OUT / 'grey4-interlaced.png').convert('L')), reader='pillow')


def tiff_bytes(array):
    with tempfile.NamedTemporaryFile(suffix='.tif') as file:
        tifffile.imwrite(file.name, array)
        return pathlib.Path(file.name).read_bytes()


def jpegs():
    colours = Image.fromarray(ints(3, 'u1', 40))
    for name, options in {
        'jpeg-444': {'subsampling': 0, 'quality': 90},
        'jpeg-422': {'subsampling': 1, 'quality': 60},
        'jpeg-420': {'subsampling': 2, 'quality': 75},
        'jpeg-420-progressive': {'subsampling': 2, 'quality': 40, 'progressive': True},
    }.items():
        colours.save(OUT / f'{name}.jpg', **options)
        note(f'{name}.jpg', np.array(Image.open(OUT / f'{name}.jpg')), reader='pillow (libjpeg-turbo)')
    colours.convert('L').save(OUT / 'jpeg-grey.jpg')
    note('jpeg-grey.jpg', np.array(Image.open(OUT / 'jpeg-grey.jpg')), reader='pillow (libjpeg-turbo)')
    for orientation in (3, 6, 7):
        exif = Image.Exif()
        exif[0x0112] = orientation
        file = OUT / f'jpeg-exif-{orientation}.jpg'
        colours.save(file, exif=exif, subsampling=0)
        note(file.name, np.array(ImageOps.exif_transpose(Image.open(file))), reader='pillow (libjpeg-turbo)')


def jpeg2000s():
    """Lossless, so that any reader must give back what was written; one is lossy, read by OpenJPEG."""
    tiled = {'tile': (32, 32), 'photometric': 'rgb'}
    colours = ints(3, 'u1', 60)
    for name, compression, options in (
        ('rgb-jpeg2000.tif', 'jpeg2000', {}),
        ('rgb-aperio-33005.tif', 'aperio_jp2000_rgb', {}),
    ):
        tiff(name, colours, compression=compression, compressionargs={'reversible': True, **options}, **tiled)
        note(name, colours)
    boxed = (jpeg2k_encode(np.pad(colours, ((0, 11), (0, 29), (0, 0)))[y:y + 32, x:x + 32], codecformat='jp2', reversible=True)
             for y in (0, 32) for x in (0, 32, 64))
    tiff('rgb-jpeg2000-jp2.tif', boxed, shape=colours.shape, dtype='u1', compression='jpeg2000', **tiled)
    note('rgb-jpeg2000-jp2.tif', colours)
    deep = (ints(1, 'u2', 61)[..., 0] >> 4)
    tiff('u16-jpeg2000-strips.tif', deep, compression='jpeg2000', compressionargs={'reversible': True}, rowsperstrip=16)
    note('u16-jpeg2000-strips.tif', deep)
    tiff('rgb-jpeg2000-lossy.tif', colours, compression='jpeg2000', compressionargs={'level': 35, 'reversible': False}, **tiled)
    note('rgb-jpeg2000-lossy.tif', tifffile.imread(OUT / 'rgb-jpeg2000-lossy.tif'), reader='tifffile (OpenJPEG)')
    # Luma and chroma, which nothing in the stream says; back in the whole numbers of the IJG library.
    tiff('rgb-aperio-33003.tif', colours, compression='aperio_jp2000_ycbc',
         compressionargs={'reversible': True, 'mct': False}, **tiled)
    y, cb, cr = (colours[..., c].astype(int) - (128 if c else 0) for c in range(3))
    fix, half = (lambda x: int(x * 65536 + 0.5)), 32768
    rgb = [y + ((fix(1.402) * cr + half) >> 16), y + ((half - fix(0.34414) * cb - fix(0.71414) * cr) >> 16),
           y + ((fix(1.772) * cb + half) >> 16)]
    note('rgb-aperio-33003.tif', np.clip(np.stack(rgb, -1), 0, 255).astype('u1'), reader='numpy (ITU-T T.871)')


OUT.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as temporary:
    plain_tiffs()
    compressed_tiffs(pathlib.Path(temporary))
    pyramids(pathlib.Path(temporary))
pngs()
jpegs()
jpeg2000s()
(OUT / 'manifest.json').write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + '\n')
print(len(manifest), 'images and levels')
