#!/usr/bin/env python3
"""Makes test/data/zarr/python.zarr: an OME-Zarr 0.4 image as Python's zarr and numcodecs write it.

Needs Debian's python3-zarr. Run from the root of the project:

    /usr/bin/python3 scripts/data/make-zarr-fixture.py

The folder is committed, so the tests need none of this.
"""
import shutil

import numcodecs
import numpy as np
import zarr

OUT = 'test/data/zarr/python.zarr'
y, x = np.mgrid[0:90, 0:110]
image = np.stack([7 * x + 600 * y, 40_000 + x * y // 2]).astype('u2')

shutil.rmtree(OUT, ignore_errors=True)
group = zarr.group(zarr.DirectoryStore(OUT))
packings = [numcodecs.Blosc('lz4', 5, numcodecs.Blosc.SHUFFLE), numcodecs.Blosc('zstd', 5, numcodecs.Blosc.BITSHUFFLE)]
for level, packing in enumerate(packings):
    data = image[:, :: 2**level, :: 2**level]
    array = group.create_dataset(f'{level}', shape=data.shape, chunks=(1, 40, 64), dtype='u2', compressor=packing,
                                 dimension_separator='/', write_empty_chunks=False)
    array[:] = data
group.attrs['multiscales'] = [{
    'version': '0.4',
    'axes': [{'name': 'c', 'type': 'channel'}] + [{'name': a, 'type': 'space', 'unit': 'nanometer'} for a in 'yx'],
    'datasets': [{'path': f'{level}', 'coordinateTransformations': [{'type': 'scale', 'scale': [1, 325 * 2**level, 325 * 2**level]}]}
                 for level in range(2)],
}]
