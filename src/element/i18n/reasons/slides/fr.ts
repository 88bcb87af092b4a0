import type { ReasonTable } from '../../tables.js';

/** Reasons of errors in French: Zeiss's slides. */
export const frenchSlideReasons: ReasonTable = {
  'czi-block': 'le bloc {0} a {1} à partir de {2}, {3} pixels dont {4} sont stockés',
  'czi-block-claims': 'son bloc à l’octet {0} annonce {1} octets, {2} de métadonnées et {3} dimensions',
  'czi-blocks-for': '{0} blocs pour {1} × {2} pixels',
  'czi-compressions':
    'sont lus les blocs tels quels et en JPEG, LZW ou Zstandard ; enregistrez-la ainsi, comme ZEN le peut, ou en TIFF à tuiles',
  'czi-entries': 'son répertoire annonce {0} blocs dans {1} octets',
  'czi-entry': 'l’entrée {0} de son répertoire est du type « {1} » et annonce {2} dimensions',
  'czi-header': 'son en-tête a {0} octets',
  'czi-metadata': 'ses métadonnées annoncent {0} octets sur {1}',
  'czi-mixed': 'son canal {0} a des pixels des types {1} et {2}',
  'czi-no-blocks': 'il n’a pas de blocs en pleine résolution',
  'czi-no-metadata': 'ses métadonnées sont illisibles ({0}) : longueurs et surfaces ne sont peut-être qu’en pixels',
  'czi-one-file': 'l’image est répartie sur plusieurs fichiers ; enregistrez-la en un seul',
  'czi-pixels': 'Les pixels {0}',
  'czi-segment': 'il n’a pas de segment {0} à l’octet {1}, mais « {2} »',
  'czi-segment-size': 'son segment {0} à l’octet {1} annonce {2} octets',
  'czi-split': 'La partie {0} de {1}',
  'czi-types': 'sont lus Gray8, Gray16, Gray32Float, Bgr24 et Bgr48',
  'czi-zstd-head': 'son en-tête Zstandard commence par {0}, {1}, {2}',
  'header-claims-samples': 'selon l’en-tête, {0} octets de valeurs suivent à partir de l’octet {1}, mais il y en a {2}',
  'frame-of-instance': 'image {0} de l’instance {1}',
  'samples-in-steps':
    'ses valeurs ({0}) sont lues en 65536 paliers de la plus petite à la plus grande, espacés de {1} : ce qui se trouve entre deux paliers est arrondi',
  'samples-rounded':
    'ses valeurs ({0}) sont lues comme des flottants de 32 bits : les entiers au-delà de 16777216 et les chiffres après le septième sont arrondis',
  'tile-silent': 'sa source n’a rien donné pendant {0} ms',
  'volume-in-steps':
    'comme volume, ses valeurs ({0}) sont lues en 65536 paliers de la plus petite à la plus grande, sauf si ce sont des entiers plus proches les uns des autres',
};
