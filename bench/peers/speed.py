"""Seconds on the processor that OpenCV GrabCut and scikit-image's morphological Chan–Vese take on one raw image and box, as JSON.

    python3 bench/peers/speed.py FILE WIDTH HEIGHT LEFT TOP RIGHT BOTTOM REPEATS

FILE holds 16-bit samples, row by row. GrabCut (5 rounds) takes 8 bits and 3 channels; the conversion is not timed.
Morphological Chan–Vese is given iterations in proportion to the side, as its front moves a pixel an iteration; where
that would take minutes a few are timed and the rest is reckoned (`estimated`).
"""
import json
import sys
import time

import cv2
import numpy as np
from skimage import segmentation

file = sys.argv[1]
width, height, left, top, right, bottom, repeats = map(int, sys.argv[2:])
image = np.fromfile(file, "<u2").reshape(height, width)
grey = np.clip((image.astype(np.float32) - 2000) / (13000 - 2000), 0, 1)
rgb = np.repeat((grey * 255).astype(np.uint8)[..., None], 3, 2)
start = np.zeros(image.shape, bool)
start[top:bottom, left:right] = True
few = 20
patience = 40


def grabcut():
    mask = np.zeros(image.shape, np.uint8)
    cv2.setRNGSeed(1)
    model = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(rgb, mask, (left, top, right - left, bottom - top), *model, 5, cv2.GC_INIT_WITH_RECT)
    return (mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD)


def seconds(call, times):
    taken = []
    for _ in range(times):
        began = time.process_time()
        result = call()
        taken.append(time.process_time() - began)
        if sum(taken) > patience:
            break
    return float(np.median(taken)), len(taken), result


def chan_vese(iterations):
    return segmentation.morphological_chan_vese(grey, iterations, init_level_set=start, smoothing=2) > 0


def share(mask):
    return float(mask[top:bottom, left:right].mean())


cv2.setNumThreads(1)
taken, runs, mask = seconds(grabcut, repeats)
results = {"OpenCV GrabCut": {"seconds": taken, "runs": runs, "estimated": False, "share": share(mask)}}
wanted = round(100 * max(width, height) / 512)
trial, _, _ = seconds(lambda: chan_vese(few), 1)
name = "scikit-image morphological Chan–Vese"
if trial / few * wanted * repeats > 4 * patience:
    results[name] = {"seconds": trial / few * wanted, "runs": 1, "estimated": True}
else:
    taken, runs, mask = seconds(lambda: chan_vese(wanted), repeats)
    results[name] = {"seconds": taken, "runs": runs, "estimated": False, "share": share(mask)}
print(json.dumps(results))
