"""What OpenCV and scikit-image make of the start boxes of a data folder: {method: {object: IoU}} as JSON.

    python3 bench/peers/quality.py FOLDER > bench/peers/quality.json

Each sees the object's box grown by half its size on every side, cut to the image; what it finds counts within the box.
A method that gives two phases is given credit for the one that fills the middle of the box.
"""
import json
import os
import sys
import warnings

import cv2
import numpy as np
import tifffile
from PIL import Image
from skimage import draw, filters, segmentation

warnings.filterwarnings("ignore")


def read(path):
    return tifffile.imread(path) if path.endswith(".tif") else np.array(Image.open(path))


def objects(folder):
    """Name, 8-bit colour crop, truth, ignored pixels and box of every object, in pixels of the crop."""
    with open(os.path.join(folder, "manifest.json"), encoding="utf8") as manifest:
        items = json.load(manifest)["items"]
    for item in items:
        if not item["task"].startswith("region"):
            continue
        image = read(os.path.join(folder, item["file"]))
        labels = read(os.path.join(folder, item["truth"]))
        ignore = read(os.path.join(folder, item["ignore"])) > 0 if "ignore" in item else np.zeros(labels.shape, bool)
        for i, entry in enumerate(item.get("objects", [item])):
            label = entry.get("label")
            truth = labels > 0 if label is None else labels == label
            if item["task"] == "region-scene":
                truth = truth & within(truth.shape, entry["bbox"])
            x0, y0, x1, y1 = entry["init_box"]
            w, h = x1 - x0, y1 - y0
            left, top = max(0, x0 - w // 2), max(0, y0 - h // 2)
            right, bottom = min(truth.shape[1], x1 + w // 2), min(truth.shape[0], y1 + h // 2)
            view = (slice(top, bottom), slice(left, right))
            box = (x0 - left, y0 - top, x1 - left, y1 - top)
            yield f"{item['file']}#{i if label is None else label}", colours(image[view]), truth[view], ignore[view], box


def colours(crop):
    if crop.dtype != np.uint8:
        crop = np.clip(crop / max(1, np.percentile(crop, 99.8)) * 255, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.stack([crop] * 3, -1) if crop.ndim == 2 else crop[..., :3])


def within(shape, box):
    mask = np.zeros(shape, bool)
    mask[box[1] : box[3], box[0] : box[2]] = True
    return mask


def phase(mask, box):
    cx, cy, w, h = middle(box, 4)
    return mask if mask[cy - h : cy + h + 1, cx - w : cx + w + 1].mean() >= 0.5 else ~mask


def middle(box, part):
    x0, y0, x1, y1 = box
    return (x0 + x1) // 2, (y0 + y1) // 2, max(1, (x1 - x0) // part), max(1, (y1 - y0) // part)


def markers(shape, box):
    """1 outside the box, 2 in the middle third, 0 between."""
    marks = np.ones(shape, np.int32)
    marks[within(shape, box)] = 0
    cx, cy, w, h = middle(box, 6)
    marks[cy - h : cy + h, cx - w : cx + w] = 2
    return marks


def grabcut(rgb, box):
    mask = np.zeros(rgb.shape[:2], np.uint8)
    x0, y0 = max(1, box[0]), max(1, box[1])
    x1, y1 = min(rgb.shape[1] - 1, box[2]), min(rgb.shape[0] - 1, box[3])
    cv2.setRNGSeed(1)
    model = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(rgb, mask, (x0, y0, x1 - x0, y1 - y0), *model, 5, cv2.GC_INIT_WITH_RECT)
    return (mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD)


def grey(rgb):
    return np.array(Image.fromarray(rgb).convert("L"))


def active_contour(rgb, box):
    x0, y0, x1, y1 = box
    corners = [(y0, x0), (y0, x1), (y1, x1), (y1, x0), (y0, x0)]
    start = np.concatenate([np.linspace(a, b, 100, endpoint=False) for a, b in zip(corners, corners[1:])])
    smooth = filters.gaussian(grey(rgb), 3 * max(rgb.shape[:2]) / 512)
    ring = segmentation.active_contour(smooth, start, alpha=0.015, beta=10, gamma=0.001, max_num_iter=2500)
    mask = np.zeros(rgb.shape[:2], bool)
    mask[draw.polygon(ring[:, 0], ring[:, 1], mask.shape)] = True
    return mask


def otsu(rgb, box):
    g = grey(rgb)
    part = g[box[1] : box[3], box[0] : box[2]]
    return phase(g > filters.threshold_otsu(part), box)


def chan_vese(rgb, box):
    start = within(rgb.shape[:2], box)
    return phase(segmentation.morphological_chan_vese(grey(rgb) / 255, 100, init_level_set=start, smoothing=2) > 0, box)


def geodesic(rgb, box):
    edges = segmentation.inverse_gaussian_gradient(grey(rgb) / 255, alpha=100, sigma=3 * max(rgb.shape[:2]) / 512)
    start = within(rgb.shape[:2], box)
    return (
        segmentation.morphological_geodesic_active_contour(edges, 150, init_level_set=start, smoothing=2, balloon=-1) > 0
    )


METHODS = {
    "OpenCV GrabCut, colour": grabcut,
    "OpenCV GrabCut, grey": lambda rgb, box: grabcut(np.ascontiguousarray(np.stack([grey(rgb)] * 3, -1)), box),
    "OpenCV watershed": lambda rgb, box: cv2.watershed(rgb, markers(rgb.shape[:2], box)) == 2,
    "scikit-image morphological Chan–Vese": chan_vese,
    "scikit-image morphological GAC": geodesic,
    "scikit-image random walker": lambda rgb, box: segmentation.random_walker(
        grey(rgb) / 255, markers(rgb.shape[:2], box), beta=130, mode="cg_j"
    )
    == 2,
    "scikit-image active contour": active_contour,
    "Otsu in the box": otsu,
}


def overlap(found, truth, ignore, box):
    found = found & within(found.shape, box) & ~ignore
    truth = truth & ~ignore
    return float((found & truth).sum() / max(1, (found | truth).sum()))


def main(folder):
    scores = {method: {} for method in METHODS}
    for name, rgb, truth, ignore, box in objects(folder):
        for method, find in METHODS.items():
            scores[method][name] = round(overlap(find(rgb, box), truth, ignore, box), 4)
        print(name, file=sys.stderr, flush=True)
    json.dump(scores, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main(sys.argv[1])
