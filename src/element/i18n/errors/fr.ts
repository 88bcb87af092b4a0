import type { ErrorTable } from '../tables.js';

/** The errors in French. */
export const frenchErrors: ErrorTable = {
  'no-webgpu': 'WebGPU a été demandé mais n’est pas là : {reason}. Utilisez backend="auto" ou "cpu".',
  'device-lost': 'La carte graphique a été perdue ({reason}). Ce qui est trouvé reste ; relancez le calcul.',
  'kernel-failed': 'Le programme GPU {kernel} ne marche pas sur {adapter} : {reason}. Utilisez backend="cpu".',
  'out-of-memory':
    '{what} demande {needed} octets, qui ne sont pas libres. Choisissez une zone plus petite ou un niveau plus grossier.',
  'worker-crashed': 'Le moteur s’est arrêté ({reason}). Il redémarre ; ce qui est trouvé reste.',
  timeout: '{what} a duré plus de {limit} ms et a été arrêté.',
  aborted: 'Le calcul a été interrompu.',
  disposed: '{what} a été libéré ; créez-en un nouveau.',
  'nothing-found': 'Rien trouvé {where}. Essayez un autre départ, une autre partie de l’image ou d’autres paramètres.',
  internal: 'Une erreur s’est produite dans le moteur ({reason}). Ce qui est trouvé reste ; merci de la signaler.',
  busy: 'Un calcul est en cours ; attendez ou arrêtez-le d’abord.',
  detached: 'Le composant n’est dans aucune page ; insérez-le d’abord dans le document.',
  'no-image': 'Aucune image n’est ouverte ; réglez src ou déposez une image.',
  'image-not-found': 'L’image {url} est introuvable ({reason}). Vérifiez l’adresse et la connexion.',
  'access-denied': 'Le serveur refuse l’accès à {url} ({reason}). Connectez-vous ou demandez l’accès.',
  'image-unreadable': '{name} n’a pas pu être lu comme image : {reason}.',
  'image-too-large':
    '{name} est trop grand : {size} ; au plus {limit}. Choisissez une zone plus petite ou un niveau plus grossier.',
  'tile-unavailable':
    'La tuile {tile} de {name} n’a pas pu être lue ({reason}). Rien ne la remplace : réessayez ou choisissez une autre zone.',
  cors: 'Le serveur de {url} ne laisse pas lire cette page : il doit envoyer {header}.',
  'bad-init': 'Le départ {init} n’est pas utilisable : {reason}.',
  'bad-hints': 'Les indications {hints} ne sont pas utilisables : {reason}.',
  'bad-pins': 'Les sommets fixés {pinned} ne sont pas utilisables : {reason}.',
  'bad-parameter': 'Le paramètre {name} ne peut pas être {value} : {wanted}.',
  'bad-algorithm': 'L’algorithme {name} a échoué : {reason}.',
  'bad-extension': '{name} ({kind}), ajouté par la page, a échoué : {reason}.',
  'bad-recipe': 'La recette {name} n’est pas utilisable : {reason}.',
  'bad-import': 'L’import a échoué : {reason}.',
  'too-many-lines':
    'Laissés de côté au-delà de la limite : {what} ({count}). Choisissez des seuils plus hauts ou une zone plus petite.',
  'storage-failed':
    'Votre travail n’a pas pu être gardé dans ce navigateur : {reason}. Exportez-le avant de quitter la page.',
  unsupported: '{what} n’est pas pris en charge : {reason}.',
  'not-writable': '{name} n’a pas pu être écrit : {reason}. Ce qui était fini avant reste tel quel.',
  'folder-in-use': '{who} travaille dans le dossier {folder}. Attendez la fin ou choisissez un autre dossier.',
  'not-loaded': 'Une partie du composant n’a pas pu être chargée ({reason}). Vérifiez la connexion, puis réessayez.',
  'no-queue': 'La file d’attente {url} n’est pas utilisable : {reason}.',
};
