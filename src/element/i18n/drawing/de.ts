import type { DrawingTable } from '../tables.js';

/** What is told of drawings, of changes of outlines, and of an outline that a run gave, in German. */
export const germanDrawing: DrawingTable = {
  nodeSet: 'Eckpunkte: {count}',
  polygonCloses: 'Eckpunkte: {count}. Der erste, ein Doppelklick oder die Eingabetaste schließt ab.',
  nodeActive: 'Eckpunkt {index} von {count}',
  nodeRefused: 'Nicht möglich: der Umriss würde sich berühren oder verschwinden.',
  polygonNeedsThree: 'Ein Polygon braucht mindestens drei Eckpunkte.',
  missesOutline: 'Über einen Teil des Umrisses des gewählten Objekts malen.',
  notCut: 'Nichts wurde geteilt: Die Linie muss ganz durch ein Objekt gehen.',
  onePart: 'Die gewählten Objekte haben je einen Teil.',
  divided: 'Objekte nach der Teilung: {count}',
  dividedThrough: 'Objekte nach der Teilung: {count}, auf {slices} Schichten',
  noHoles: 'Die gewählten Objekte haben keine Löcher.',
  holesFilled: 'Löcher gefüllt. Objekte geändert: {count}',
  merged: 'Objekte vereinigt: {count}',
  oneToMerge: 'Zum Vereinigen zwei oder mehr Objekte auswählen.',
  goesOn: 'Das Objekt geht hier weiter',
  selectFirst: 'Zuerst das Objekt auswählen, von dem etwas weggenommen wird.',
  verticesPinned: 'Festgehaltene Eckpunkte: {count}. Läufe lassen sie, wo sie sind.',
  verticesFreed: 'Nicht mehr festgehaltene Eckpunkte: {count}',
  verticesChosen: 'Gewählte Eckpunkte: {count}',
  marksGrew: 'Das Objekt ist jetzt mehr als {times}-mal so groß. Rückgängig machen, dann näher am Umriss markieren.',
  thinNeck: 'Ein dünner Steg verbindet Teile dieses Objekts. Trennen oder das Rechteck enger ziehen.',
  noObject: 'Kaum etwas hebt diesen Umriss von der Umgebung ab: Vielleicht ist dort kein Objekt.',
};
