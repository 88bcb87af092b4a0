"""Halves a NIfTI-1 volume of bytes along every side for the demo: the mean of 2 x 2 x 2 voxels, to the nearest.

    python3 scripts/data/make-demo-volume.py icbm152_t1.nii.gz demo/images/icbm152_t1_2mm.nii.gz

The same bytes every time. The affine moves so that every voxel stays where it was in the head.
"""
import gzip
import struct
import sys

import numpy as np

source, target = sys.argv[1:3]
data = gzip.open(source).read()
header = bytearray(data[:352])
if struct.unpack_from("<i", header, 0)[0] != 348 or struct.unpack_from("<h", header, 70)[0] != 2:
    sys.exit(f"{source} is no little-endian NIfTI-1 file of bytes")
width, height, depth = struct.unpack_from("<3h", header, 42)
start = int(struct.unpack_from("<f", header, 108)[0])
voxels = np.frombuffer(data, np.uint8, width * height * depth, start).reshape(depth, height, width)
w, h, d = width // 2, height // 2, depth // 2
cells = voxels[: 2 * d, : 2 * h, : 2 * w].reshape(d, 2, h, 2, w, 2).astype(np.uint16).sum((1, 3, 5))
struct.pack_into("<3h", header, 42, w, h, d)
struct.pack_into("<3f", header, 80, *(2 * side for side in struct.unpack_from("<3f", header, 80)))
struct.pack_into("<f", header, 108, 352.0)
struct.pack_into("<h", header, 252, 0)  # no quaternion: the rows below say where the volume lies
struct.pack_into("<h", header, 254, 2)
for row in range(3):
    a, b, c, t = struct.unpack_from("<4f", header, 280 + 16 * row)
    struct.pack_into("<4f", header, 280 + 16 * row, 2 * a, 2 * b, 2 * c, t + (a + b + c) / 2)
header[348:352] = bytes(4)
with open(target, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed:
    packed.write(bytes(header) + ((cells + 4) // 8).astype(np.uint8).tobytes())
