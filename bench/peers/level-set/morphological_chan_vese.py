"""scikit-image's morphological Chan–Vese on one raw volume, on one thread; JSON on standard output.

    python3 morphological_chan_vese.py WIDTH HEIGHT DEPTH ITERATIONS SAMPLES START MASK

SAMPLES and START hold a byte a voxel, x fastest; the mask found is written in the same way. `seconds` are this process's on the
processor (user and system), `wall` on the clock; reading and the conversion to floating point are not timed.
"""
import json
import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402
from skimage import __version__, segmentation  # noqa: E402

width, height, depth, iterations = map(int, sys.argv[1:5])
samples, start, mask = sys.argv[5:8]
shape = (depth, height, width)
image = np.fromfile(samples, np.uint8).reshape(shape) / 255.0
begin = np.fromfile(start, np.uint8).reshape(shape)
cpu, wall = time.process_time(), time.perf_counter()
found = segmentation.morphological_chan_vese(image, iterations, init_level_set=begin, smoothing=1)
seconds, clock = time.process_time() - cpu, time.perf_counter() - wall
(found > 0).astype(np.uint8).tofile(mask)
print(json.dumps({"seconds": seconds, "wall": clock, "iterations": iterations, "version": __version__}))
