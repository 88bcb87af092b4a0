import type { ReasonTable } from '../../tables.js';

/** Reasons of errors in German: Zeiss's slides. */
export const germanSlideReasons: ReasonTable = {
  'czi-block': 'Block {0} hat {1} ab {2}, {3} Pixel, von denen {4} gespeichert sind',
  'czi-block-claims': 'ihr Block bei Byte {0} gibt {1} Byte an, {2} Byte Metadaten und {3} Dimensionen',
  'czi-blocks-for': '{0} Blöcke für {1} × {2} Pixel',
  'czi-compressions':
    'gelesen werden Blöcke ohne Kompression und mit JPEG, LZW oder Zstandard; so speichern, wie ZEN es kann, oder als gekacheltes TIFF',
  'czi-entries': 'ihr Verzeichnis gibt {0} Blöcke in {1} Byte an',
  'czi-entry': 'Eintrag {0} ihres Verzeichnisses ist von der Art „{1}“ und gibt {2} Dimensionen an',
  'czi-header': 'ihr Kopf hat {0} Byte',
  'czi-metadata': 'ihre Metadaten geben {0} Byte von {1} an',
  'czi-mixed': 'ihr Kanal {0} hat Pixel der Arten {1} und {2}',
  'czi-no-blocks': 'sie hat keine Blöcke in voller Auflösung',
  'czi-no-metadata': 'ihre Metadaten sind nicht lesbar ({0}): Längen und Flächen gibt es vielleicht nur in Pixeln',
  'czi-one-file': 'das Bild ist auf mehrere Dateien verteilt; als eine speichern',
  'czi-pixels': 'Die Pixel {0}',
  'czi-segment': 'sie hat bei Byte {1} kein Segment {0}, sondern „{2}“',
  'czi-segment-size': 'ihr Segment {0} bei Byte {1} gibt {2} Byte an',
  'czi-split': 'Der Teil {0} von {1}',
  'czi-types': 'gelesen werden Gray8, Gray16, Gray32Float, Bgr24 und Bgr48',
  'czi-zstd-head': 'ihr Zstandard-Kopf beginnt mit {0}, {1}, {2}',
  'header-claims-samples': 'laut Kopf liegen ab Byte {1} Werte von {0} Byte, es hat aber {2}',
  'frame-of-instance': 'Frame {0} der Instanz {1}',
  'samples-in-steps':
    'die Werte ({0}) werden in 65536 Stufen vom kleinsten zum größten gelesen, im Abstand von {1}: was zwischen zwei Stufen liegt, wird gerundet',
  'samples-rounded':
    'die Werte ({0}) werden als Gleitkommazahlen von 32 Bit gelesen: ganze Zahlen über 16777216 und Stellen nach der siebten werden gerundet',
  'tile-silent': 'ihre Quelle hat {0} ms lang nichts geliefert',
  'volume-in-steps':
    'als Volumen werden die Werte ({0}) in 65536 Stufen vom kleinsten zum größten gelesen, wenn es nicht ganze Zahlen sind, die näher beieinander liegen',
};
