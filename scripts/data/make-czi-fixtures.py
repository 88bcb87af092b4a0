#!/usr/bin/env python3
"""Takes the CZI files that make-czi-fixtures.cpp made, and what libCZI reads in them, into test/data/images and its manifest.json.

Run as the head of that file says, after make-ndpi-fixture.py, with its folder as argument and its output as input.
"""
import hashlib
import json
import pathlib
import shutil
import sys

OUT = pathlib.Path('test/data/images')
folder = pathlib.Path(sys.argv[1])
entries = [json.loads(line) for line in sys.stdin]
manifest = [entry for entry in json.loads((OUT / 'manifest.json').read_text()) if not entry['file'].endswith('.czi')]
for entry in entries:
    shutil.copy(folder / entry['file'], OUT)
    samples = (folder / f"{entry['file']}.{entry['level']}.0.raw").read_bytes()
    noted = {key: entry[key] for key in ('file', 'level', 'width', 'height', 'bands', 'bits')}
    noted |= {'sha1': hashlib.sha1(samples).hexdigest(), 'reader': 'libCZI'}
    if entry['missing']:
        noted['missing'] = entry['missing']
    if entry['scaled']:
        noted['placement'] = {'pixelWidth': 2.2e-7 * 1e6, 'pixelHeight': 2.5e-7 * 1e6, 'unit': 'µm'}
    manifest.append(noted)
lines = ',\n'.join(' ' + json.dumps(entry, indent=1, ensure_ascii=False).replace('\n', '\n ') for entry in manifest)
(OUT / 'manifest.json').write_text(f'[\n{lines}\n]\n')
