import type { ProblemTable } from '../tables.js';

/** The banner's own words for errors, in French. */
export const frenchProblems: ProblemTable = {
  pictureTooLarge:
    '{name} est trop volumineux pour être ouvert : {size} ; {limit} au plus. Enregistré en TIFF tuilé, il peut être lu par morceaux, quelle que soit sa taille.',
  fieldRefused: '{name} ne peut être {value} : {wanted}.',
  nothingAtPoint: 'Rien ne se détache en {point}. Cliquez dans un objet, ou tracez un rectangle ou un polygone autour.',
  touchNothing: 'Rien ne se détache en {point}. Touchez un objet, ou tracez un rectangle ou un polygone autour.',
  noLarger: 'Aucune forme plus grande ne se détache ici.',
  noSmaller: 'Aucune forme plus petite ne se détache ici.',
  partUnreadable: 'Une partie de l’image n’a pas pu être lue : {reason}. Réessayez, ou continuez ailleurs.',
  startRefused: 'Rien ne peut commencer ici : {reason}.',
  nothingDetected:
    'Aucun objet ne se détache ici. Regardez une autre partie de l’image, changez les paramètres, ou tracez un objet et choisissez « Trouver tous les semblables ».',
  nothingAlike:
    'Aucun objet semblable aux exemples n’a été trouvé ici. Regardez une autre partie de l’image, ou tracez d’autres exemples.',
  nothingInRegions:
    'Aucun objet n’a été trouvé. Tracez-en quelques-uns, ou davantage, comme exemples pour « Trouver tous les semblables », ou changez les paramètres.',
  nothingNew:
    'Rien de nouveau : les objets trouvés ici sont déjà dans la liste. Regardez une autre partie de l’image, ou tracez ceux qui manquent.',
};
