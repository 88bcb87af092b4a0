/** Packages that the build puts into the package whole, so that they are no dependencies of it. */
export const bundled = [
  'clipper2-ts',
  'comlink',
  'flatqueue',
  'idb',
  'lerc',
  'pako',
  'proj4',
  'robust-predicates',
  'saxes',
];

/** Peer dependencies that a page loads: the scripts for a script tag hold them. */
export const peers = ['openseadragon'];
