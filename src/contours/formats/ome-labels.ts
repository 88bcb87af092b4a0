/**
 * The description of a label image in OME-XML (schema 2016-06): kind and size of the pixels, and of each label the class of its contour,
 * in a map annotation of its own namespace.
 */
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { version } from '../../core/version.js';
import { readXml, xmlText } from '../../core/xml.js';
import { imageDescription } from '../../image/formats/tiff/ome.js';
import type { ImageFrame } from './features.js';
import { type LabelMask, labelMask } from './scanlines.js';

const OME = 'http://www.openmicroscopy.org/Schemas/OME/2016-06';
/** The namespace of the annotation that names classes by label. */
const CLASSES = 'snake-segmenter/classes';

/** The mask of `labelMask`, described in OME-XML. */
export const omeMask = (contours: readonly ContourFeature[], image: ImageFrame): LabelMask => {
  const mask = labelMask(contours, image);
  return { ...mask, description: omeXml(contours, image, mask) };
};

/** ASCII, as TIFF requires; other characters become character references. */
const omeXml = (
  contours: readonly ContourFeature[],
  { name, placement }: ImageFrame,
  { width, height, bits }: LabelMask,
): string => {
  const named = contours.flatMap(({ properties: { classification } }, k) =>
    classification ? [`<M K="${k + 1}">${xmlText(classification.name)}</M>`] : [],
  );
  const annotations =
    named.length > 0
      ? `<StructuredAnnotations><MapAnnotation ID="Annotation:0" Namespace="${CLASSES}"><Value>${named.join('')}</Value></MapAnnotation></StructuredAnnotations>`
      : '';
  const size = (axis: 'X' | 'Y', value: number, unit: string): string =>
    ` PhysicalSize${axis}="${value}" PhysicalSize${axis}Unit="${unit}"`;
  const sizes =
    placement && placement.unit !== 'degree'
      ? size('X', placement.pixelWidth, placement.unit) + size('Y', placement.pixelHeight, placement.unit)
      : '';
  const pixels =
    `<Pixels ID="Pixels:0" DimensionOrder="XYCZT" Type="uint${bits}" SizeX="${width}" SizeY="${height}" SizeC="1" SizeZ="1" SizeT="1"${sizes}>` +
    '<Channel ID="Channel:0:0" Name="Labels" SamplesPerPixel="1"/><TiffData IFD="0" PlaneCount="1"/></Pixels>';
  const reference = named.length > 0 ? '<AnnotationRef ID="Annotation:0"/>' : '';
  const xml =
    `<?xml version="1.0" encoding="UTF-8"?><OME xmlns="${OME}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xsi:schemaLocation="${OME} ${OME}/ome.xsd" Creator="snake-segmenter ${version}">` +
    `<Image ID="Image:0" Name="${xmlText(name)}">${pixels}${reference}</Image>${annotations}</OME>`;
  return xml.replace(/[^\0-\x7f]/gu, (c) => `&#${c.codePointAt(0)};`);
};

/** The names of classes by label in a TIFF's description; empty where it is not OME-XML, or broken. */
export const omeClassesIn = async (file: Blob, name: string): Promise<ReadonlyMap<number, string>> => {
  const names = new Map<number, string>();
  const description = await imageDescription(file, name);
  if (!description.includes(CLASSES)) return names;
  let isOurs = false;
  let label = 0;
  let text = '';
  try {
    readXml(description, {
      open: (tag, { Namespace, K = '' }) => {
        if (tag === 'MapAnnotation') isOurs = Namespace === CLASSES;
        label = isOurs && tag === 'M' && /^[1-9]\d{0,4}$/.test(K) ? Number(K) : 0;
        text = '';
        return true;
      },
      close: () => {
        if (label > 0 && text !== '') names.set(label, text);
        label = 0;
      },
      text: (part) => {
        text += part;
      },
    });
  } catch (error) {
    // A mask without names is still valid.
    if (!(error instanceof RangeError)) throw error;
  }
  return names;
};
