import type { ProblemTable } from '../tables.js';

/** The banner's own words for errors, in German. */
export const germanProblems: ProblemTable = {
  pictureTooLarge:
    '{name} ist zu groß zum Öffnen: {size}; höchstens {limit}. Als gekacheltes TIFF gespeichert lässt es sich in Teilen lesen, wie groß es auch ist.',
  fieldRefused: '{name} kann nicht {value} sein: {wanted}.',
  nothingAtPoint: 'Bei {point} hebt sich nichts ab. In ein Objekt klicken oder ein Rechteck oder Polygon darum ziehen.',
  touchNothing: 'Bei {point} hebt sich nichts ab. In ein Objekt tippen oder ein Rechteck oder Polygon darum ziehen.',
  noLarger: 'Hier hebt sich keine größere Form ab.',
  noSmaller: 'Hier hebt sich keine kleinere Form ab.',
  partUnreadable:
    'Ein Teil des Bildes ließ sich nicht lesen: {reason}. Nochmals versuchen oder anderswo weiterarbeiten.',
  startRefused: 'Hier kann nichts beginnen: {reason}.',
  nothingDetected:
    'Hier heben sich keine Objekte ab. Einen anderen Bildteil ansehen, die Parameter ändern oder ein Objekt umranden und „Alle solchen finden“ wählen.',
  nothingAlike:
    'Hier wurden keine Objekte wie die Beispiele gefunden. Einen anderen Bildteil ansehen oder weitere Beispiele umranden.',
  nothingInRegions:
    'Keine Objekte gefunden. Einige oder weitere als Beispiele für „Alle solchen finden“ umranden oder die Parameter ändern.',
  nothingNew:
    'Nichts Neues gefunden: die Objekte hier stehen schon in der Liste. Einen anderen Bildteil ansehen oder die fehlenden umranden.',
};
