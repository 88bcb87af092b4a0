#!/usr/bin/env python3
"""Makes test/data/images/slide.ndpi, a slide as Hamamatsu's scanners store it, and adds what OpenSlide reads in it to manifest.json.

Needs Debian's python3-numpy, python3-openslide and libjpeg-turbo-progs. Run from the root of the project, after
make-image-fixtures.py:

    /usr/bin/python3 scripts/data/make-ndpi-fixture.py

The file is committed, so the tests need none of this. Its layout follows OpenSlide's documentation of the format.
"""
import hashlib
import json
import pathlib
import struct
import subprocess

import numpy as np
import openslide

OUT = pathlib.Path('test/data/images')
# Whole intervals: OpenSlide leaves the last ones out where a part of them lies beyond the image.
W, H = 2048, 288
SHORT, LONG, RATIONAL, SLONG, FLOAT, ASCII = 3, 4, 5, 9, 11, 2
SIZES = {SHORT: 2, LONG: 4, RATIONAL: 8, SLONG: 4, FLOAT: 4, ASCII: 1}
FORMS = {SHORT: 'H', LONG: 'I', RATIONAL: 'I', SLONG: 'i', FLOAT: 'f', ASCII: 's'}


def pattern(shift, factor):
    y, x = np.mgrid[0:H:factor, 0:W:factor].astype(float)
    bands = [128 + 100 * np.sin((x + shift) / (90 + 40 * c)) * np.cos(y / (50 + 20 * c) + c) for c in range(3)]
    return np.clip(np.stack(bands, -1), 0, 255).astype('u1')


def jpeg(pixels, *options):
    height, width = pixels.shape[:2]
    ppm = b'P6 %d %d 255\n' % (width, height) + pixels.tobytes()
    return subprocess.run(['cjpeg', '-quality', '30', *options], input=ppm, stdout=subprocess.PIPE, check=True).stdout


def starts(data):
    """The offsets of the data of each restart interval."""
    scan = data.index(b'\xff\xda')
    found = [scan + 2 + struct.unpack('>H', data[scan + 2:scan + 4])[0]]
    found += [at + 2 for at in range(found[0], len(data) - 1) if data[at] == 0xFF and 0xD0 <= data[at + 1] <= 0xD7]
    return found


class File:
    def __init__(self):
        self.bytes = bytearray(b'II*\0' + bytes(8))
        self.link = 4

    def place(self, data):
        self.bytes += bytes(-len(self.bytes) % 2)
        self.bytes += data
        return len(self.bytes) - len(data)

    def page(self, data, width, height, lens, focus=0):
        strip = self.place(data)
        found = starts(data)
        entries = [
            (256, LONG, [width]), (257, LONG, [height]), (258, SHORT, [8, 8, 8]), (259, SHORT, [7]), (262, SHORT, [6]),
            (271, ASCII, 'Made'), (272, ASCII, 'by'), (273, LONG, [strip]), (277, SHORT, [3]), (278, LONG, [height]),
            (279, LONG, [len(data)]), (282, RATIONAL, [43478, W // width]), (283, RATIONAL, [43478, W // width]),
            (296, SHORT, [3]), (65420, LONG, [1]), (65421, FLOAT, [lens]), (65422, SLONG, [0]), (65423, SLONG, [0]),
            (65424, SLONG, [focus]), *([(65426, LONG, found)] if len(found) > 1 else []),
        ]
        body = b''
        for tag, kind, values in entries:
            if kind == ASCII:
                packed = values.encode() + b'\0'
            else:
                packed = struct.pack(f'<{len(values)}{FORMS[kind]}', *values)
            count = len(packed) // SIZES[kind]
            inline = len(packed) <= 4 and kind != ASCII
            value = packed.ljust(4, b'\0') if inline else struct.pack('<I', self.place(packed))
            body += struct.pack('<HHI', tag, kind, count) + value
        at = self.place(struct.pack('<H', len(entries)) + body + bytes(8) + bytes(4 * len(entries)))
        struct.pack_into('<Q', self.bytes, self.link, at)
        self.link = at + 2 + len(body)


def main():
    file = File()
    levels = [(1, ['-sample', '1x1', '-restart', '128B']), (2, ['-sample', '2x1', '-restart', '32B']), (4, ['-sample', '1x1'])]
    for factor, options in levels:
        for shift, focus in ((300, -2000), (0, 0), (-300, 2000)):
            pixels = pattern(shift, factor)
            file.page(jpeg(pixels, *options), W // factor, H // factor, 20 / factor, focus)
    file.page(jpeg(pattern(50, 8)), W // 8, H // 8, -1)
    file.page(jpeg(pattern(70, 8)[:, :100], '-grayscale'), 100, H // 8, -2)
    (OUT / 'slide.ndpi').write_bytes(file.bytes)

    slide = openslide.OpenSlide(str(OUT / 'slide.ndpi'))
    assert openslide.OpenSlide.detect_format(str(OUT / 'slide.ndpi')) == 'hamamatsu'
    manifest = [entry for entry in json.loads((OUT / 'manifest.json').read_text()) if entry['file'] != 'slide.ndpi']
    # Beyond these OpenSlide makes smaller levels of its own.
    for level, (width, height) in enumerate(slide.level_dimensions[:3]):
        pixels = np.ascontiguousarray(np.asarray(slide.read_region((0, 0), level, (width, height)))[..., :3])
        size = {'pixelWidth': 1e4 / 43478, 'pixelHeight': 1e4 / 43478, 'unit': 'µm'}
        manifest.append({'file': 'slide.ndpi', 'level': level, 'width': width, 'height': height, 'bands': 3, 'bits': 8,
                         'sha1': hashlib.sha1(pixels.tobytes()).hexdigest(), 'reader': 'openslide', 'placement': size})
    lines = ',\n'.join(' ' + json.dumps(entry, indent=1, ensure_ascii=False).replace('\n', '\n ') for entry in manifest)
    (OUT / 'manifest.json').write_text(f'[\n{lines}\n]\n')
    odd = pattern(0, 4)[:61, :157]
    (OUT / 'restart-odd.jpg').write_bytes(jpeg(odd, '-sample', '2x1', '-restart', '5B'))


main()
