import type { ErrorTable } from '../tables.js';

/** The errors in German. */
export const germanErrors: ErrorTable = {
  'no-webgpu': 'WebGPU wurde verlangt, ist aber nicht da: {reason}. backend="auto" oder "cpu" verwenden.',
  'device-lost': 'Die Grafikkarte ging verloren ({reason}). Was gefunden wurde, bleibt; bitte neu rechnen.',
  'kernel-failed': 'Das GPU-Programm {kernel} läuft nicht auf {adapter}: {reason}. backend="cpu" verwenden.',
  'out-of-memory': '{what} braucht {needed} Byte, die nicht frei sind. Kleineren Bereich oder gröbere Stufe wählen.',
  'worker-crashed': 'Das Rechenwerk blieb stehen ({reason}). Es startet neu; was gefunden wurde, bleibt.',
  timeout: '{what} dauerte länger als {limit} ms und wurde beendet.',
  aborted: 'Der Lauf wurde abgebrochen.',
  disposed: '{what} wurde freigegeben; bitte neu anlegen.',
  'nothing-found': 'Nichts gefunden {where}. Anderen Start, anderen Bildteil oder andere Parameter versuchen.',
  internal: 'Im Rechenwerk schlug etwas fehl ({reason}). Was gefunden wurde, bleibt; bitte melden.',
  busy: 'Ein Lauf ist im Gange; warten oder ihn zuerst beenden.',
  detached: 'Die Komponente ist auf keiner Seite; zuerst ins Dokument einfügen.',
  'no-image': 'Es ist kein Bild offen; src setzen oder ein Bild ablegen.',
  'image-not-found': 'Das Bild {url} wurde nicht gefunden ({reason}). Bitte Adresse und Verbindung prüfen.',
  'access-denied': 'Der Server gewährt keinen Zugriff auf {url} ({reason}). Anmelden oder Zugriff erbitten.',
  'image-unreadable': '{name} ließ sich nicht als Bild lesen: {reason}.',
  'image-too-large': '{name} ist zu groß: {size}; höchstens {limit}. Kleineren Bereich oder gröbere Stufe wählen.',
  'tile-unavailable':
    'Die Kachel {tile} von {name} ließ sich nicht lesen ({reason}). Nichts tritt an ihre Stelle: nochmals versuchen oder anderen Bereich wählen.',
  cors: 'Der Server von {url} lässt diese Seite nicht lesen: er muss {header} senden.',
  'bad-init': 'Der Start {init} ist nicht brauchbar: {reason}.',
  'bad-hints': 'Die Hinweise {hints} sind nicht brauchbar: {reason}.',
  'bad-pins': 'Die festen Eckpunkte {pinned} sind nicht brauchbar: {reason}.',
  'bad-parameter': 'Der Parameter {name} kann nicht {value} sein: {wanted}.',
  'bad-algorithm': 'Der Algorithmus {name} schlug fehl: {reason}.',
  'bad-extension': '{name} ({kind}), von der Seite hinzugefügt, schlug fehl: {reason}.',
  'bad-recipe': 'Das Rezept {name} lässt sich nicht verwenden: {reason}.',
  'bad-import': 'Das ließ sich nicht importieren: {reason}.',
  'too-many-lines':
    'Über der Grenze wurden {what} ausgelassen: {count}. Höhere Schwellen oder einen kleineren Bereich wählen.',
  'storage-failed':
    'Ihre Arbeit konnte in diesem Browser nicht gesichert werden: {reason}. Vor dem Verlassen der Seite exportieren.',
  unsupported: '{what} wird nicht unterstützt: {reason}.',
  'not-writable': '{name} ließ sich nicht schreiben: {reason}. Was vorher fertig war, bleibt, wie es ist.',
  'folder-in-use': 'Im Ordner {folder} arbeitet {who}. Das Ende abwarten oder einen anderen Ordner wählen.',
  'not-loaded': 'Ein Teil der Komponente ließ sich nicht laden ({reason}). Verbindung prüfen und erneut versuchen.',
  'no-queue': 'Die Warteschlange {url} ist nicht zu gebrauchen: {reason}.',
};
