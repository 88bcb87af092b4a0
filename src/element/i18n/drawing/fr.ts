import type { DrawingTable } from '../tables.js';

/** What is told of drawings, of changes of outlines, and of an outline that a run gave, in French. */
export const frenchDrawing: DrawingTable = {
  nodeSet: 'Sommets : {count}',
  polygonCloses: 'Sommets : {count}. Le premier, un double-clic ou Entrée ferme le tracé.',
  nodeActive: 'Sommet {index} sur {count}',
  nodeRefused: 'Impossible : le contour se toucherait ou disparaîtrait.',
  polygonNeedsThree: 'Un polygone a besoin d’au moins trois sommets.',
  missesOutline: 'Peignez sur une partie du contour de l’objet sélectionné.',
  notCut: 'Rien n’a été divisé : tracez la ligne d’un bord à l’autre d’un objet.',
  onePart: 'Les objets sélectionnés n’ont qu’une partie chacun.',
  divided: 'Objets après la division : {count}',
  dividedThrough: 'Objets après la division : {count}, sur {slices} coupes',
  noHoles: 'Les objets sélectionnés n’ont pas de trou.',
  holesFilled: 'Trous remplis. Objets modifiés : {count}',
  merged: 'Objets fusionnés : {count}',
  oneToMerge: 'Sélectionnez au moins deux objets à fusionner.',
  goesOn: 'L’objet continue ici',
  selectFirst: 'Sélectionnez d’abord l’objet dont il faut retirer.',
  verticesPinned: 'Sommets fixés : {count}. Les calculs les laissent en place.',
  verticesFreed: 'Sommets libérés : {count}',
  verticesChosen: 'Sommets choisis : {count}',
  marksGrew: 'L’objet est maintenant plus de {times} fois plus grand. Annulez, puis marquez plus près du contour.',
  thinNeck: 'Un pont étroit relie des parties de cet objet. Faites de chacune un objet, ou tracez un cadre plus serré.',
  noObject: 'Presque rien ne distingue ce contour de ses alentours : il n’y a peut-être pas d’objet.',
};
