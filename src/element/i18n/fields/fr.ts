import type { FieldTable } from './field-table.js';

/** Names of parameters, choices, channels and measurements in French. */
export const frenchFields: FieldTable = {
  algorithms: { snake: 'Région (snake)', 'level-set': 'Level set', 'linear-features': 'Lignes' },
  parameters: {
    preset: {
      title: 'Préréglage',
      about: 'Les valeurs habituelles, ou les réglages de la publication : sans a priori du rectangle et sans élagage.',
      choices: {
        standard: ['Standard', 'Pour toute image.'],
        paper: ['Comme publié', 'Pour répéter des résultats publiés.'],
      },
    },
    channel: { title: 'Canal', about: 'Ce que la méthode regarde : luminosité, couleurs, colorants ou décibels.' },
    model: {
      title: 'Modèle de bruit',
      about: 'La loi que suivent les valeurs au-dedans et au-dehors.',
      choices: {
        auto: [
          'Automatique',
          'Essaie les modèles sur l’image et prend celui qui la décrit le mieux. À essayer d’abord.',
        ],
        common: [
          'Une variance',
          'Pour les photos, les tissus colorés et la microscopie, où les pixels voisins se ressemblent.',
        ],
        gaussian: ['Deux variances', 'Pour les objets plus rugueux ou plus lisses que leur entourage.'],
        poisson: ['Comptage de photons', 'Pour la microscopie peu lumineuse et les images qui comptent des photons.'],
        gamma: ['Chatoiement', 'Pour l’intensité radar ; indiquer le nombre de vues.'],
        exponential: ['Chatoiement, une vue', 'Pour l’intensité radar à une vue.'],
        rayleigh: ['Amplitude du chatoiement', 'Pour l’amplitude radar et l’échographie.'],
        bernoulli: ['Deux valeurs', 'Pour les masques et les images à deux valeurs.'],
        categorical: [
          'Mélange de couleurs',
          'Pour les objets à plusieurs couleurs ou textures : compare la fréquence de chaque valeur.',
        ],
      },
    },
    order: { title: 'Nombre de vues', about: 'Nombre de vues d’une image radar, pour les modèles de chatoiement.' },
    polarity: {
      title: 'Luminosité',
      about: 'Si l’objet doit être plus clair ou plus sombre que son entourage.',
      choices: {
        any: ['Indifférent', 'Quand on ne le sait pas.'],
        brighter: ['Plus clair', 'Quand les objets sont plus clairs que leur entourage.'],
        darker: ['Plus sombre', 'Quand les objets sont plus sombres que leur entourage.'],
      },
    },
    confine: {
      title: 'Rester dans le rectangle',
      about: 'Garde le contour dans le rectangle tracé ; sinon il peut en sortir.',
    },
    boxPrior: {
      title: 'Confiance au rectangle',
      about:
        'À quel point l’objet est supposé remplir le rectangle, en nats par pixel ; à 0 les valeurs décident seules.',
    },
    grow: { title: 'Marge du rectangle', about: 'Agrandit le rectangle de cette part de sa taille, de chaque côté.' },
    starts: {
      title: 'Départs en concurrence',
      about: 'Contours essayés par rectangle ; celui de la plus courte description gagne.',
    },
    distance: {
      title: 'Premier pas',
      about: 'Pixels dont un sommet peut bouger au début, puis la moitié ; 0 choisit seul.',
    },
    minimumLength: {
      title: 'Arête la plus courte divisée',
      about: 'Les arêtes plus longues, en pixels, reçoivent un sommet au milieu ; 0 choisit seul : 3 à 8.',
    },
    prune: {
      title: 'Élaguer les sommets',
      about: 'Retire les sommets qui ne valent pas leur longueur de description.',
    },
    contourWeight: { title: 'Régularité', about: 'Poids de la longueur de description : plus haut, moins de sommets.' },
    lengthCost: {
      title: 'Coût de la longueur',
      about: 'Ce que coûte chaque pixel du contour, en nats : plus haut, contours plus calmes.',
    },
    tables: {
      title: 'Tables de sommes',
      about: 'Des sommes à certaines colonnes ou à chacune, ce qui prend plus de mémoire : le même contour.',
      choices: {
        strided: ['Certaines colonnes', 'Pour toute image.'],
        dense: ['Chaque colonne', 'Comme publié ; prend plus de mémoire.'],
      },
    },
    objects: { title: 'Objets au plus', about: 'Combien d’objets sont trouvés au plus sans départ.' },
    speed: {
      title: 'Vitesse',
      about: 'Ce qui fait avancer le front.',
      choices: {
        auto: ['Automatique', 'Regarde les valeurs et prend l’une des deux suivantes. À essayer d’abord.'],
        gaussian: ['Deux variances', 'Pour les objets plus rugueux ou plus lisses que leur entourage.'],
        common: [
          'Une variance',
          'Pour les photos, les tissus et la tomographie, où les pixels voisins se ressemblent.',
        ],
        'chan-vese': ['Moyenne la plus proche', 'Pour les objets de luminosité uniforme sur un fond uniforme.'],
        gamma: ['Chatoiement', 'Pour l’intensité radar.'],
        range: [
          'Plage d’intensité',
          'Quand les intensités de l’objet sont connues ; les indiquer sous « Plage d’intensité ».',
        ],
      },
    },
    range: {
      title: 'Plage d’intensité',
      about: 'Pour la vitesse « Plage d’intensité » : bornes de chaque bande. Vide : estimée d’après le départ.',
    },
    'level-set.confine': {
      title: 'Rester dans le rectangle',
      about: 'Garde le front dans le rectangle et, dans un volume, près de ses coupes.',
    },
    dataIterations: {
      title: 'Itérations des données (Nₐ)',
      about: 'Itérations du premier cycle, qui suit les valeurs, avant le lissage.',
    },
    smoothingIterations: {
      title: 'Itérations du lissage (Nₛ)',
      about: 'Itérations du second cycle, qui lisse. Davantage ferment les fuites étroites.',
    },
    filterSize: { title: 'Taille du filtre (N_g)', about: 'Côté du filtre gaussien en pixels, impair.' },
    filterVariance: { title: 'Variance du filtre (σ²)', about: 'Du filtre gaussien, en pixels carrés.' },
    outerIterations: { title: 'Tours au plus', about: 'Combien de fois les deux cycles tournent au plus.' },
    tolerance: { title: 'Tolérance', about: 'Finit quand au plus tant de pour mille des pixels du dedans changent.' },
    radius: { title: 'Rayon d’un point', about: 'Du disque dont part un point, en pixels.' },
    wholeVolume: {
      title: 'Dans tout le volume',
      about: 'En trois dimensions, dans toutes les coupes ; sinon sur celle qui est montrée.',
    },
    slices: {
      title: 'Coupes du départ',
      about: 'Sur combien de coupes un départ commence ; 0 : la moitié de sa largeur et de sa hauteur.',
    },
    minimumArea: {
      title: 'Plus petite partie',
      about: 'Les parties et les trous de moins de pixels sont omis ; 0 garde tout.',
    },
    'level-set.form': {
      title: 'Forme',
      about: 'L’algorithme séquentiel, ou l’une des deux formes parallèles.',
      choices: {
        sequential: ['Séquentielle', 'La référence.'],
        'proposal-1': ['Proposition 1', 'Tuiles côte à côte ; pour comparer à la publication.'],
        'proposal-2': ['Proposition 2', 'Tuiles côte à côte ; pour comparer à la publication.'],
      },
    },
    launches: {
      title: 'Lancements (N_b)',
      about: 'Des formes parallèles : lancements du premier cycle avant un du second.',
    },
    'linear-features.polarity': {
      title: 'Lignes',
      about: 'Lignes claires sur fond plus sombre, ou sombres sur fond plus clair.',
      choices: {
        bright: ['Claires', 'Pour des lignes claires sur un fond plus sombre.'],
        dark: ['Sombres', 'Pour des lignes sombres sur un fond plus clair, comme les vaisseaux de la rétine.'],
      },
    },
    scales: {
      title: 'Échelles',
      about: 'Combien, chacune moitié moins fine que la précédente : davantage trouvent des lignes plus larges.',
    },
    orientations: { title: 'Orientations (K)', about: 'Des fenêtres posées en travers d’une ligne.' },
    primaryWindow: {
      title: 'Première fenêtre (h₁)',
      about: 'Pixels de chaque côté où une ligne est la plus forte : environ deux fois la ligne la plus large.',
    },
    secondaryWindow: {
      title: 'Seconde fenêtre (h₂)',
      about: 'De même pour les lignes faibles près d’une forte ; au plus la première fenêtre.',
    },
    contrast: { title: 'Contraste minimal (T)', about: 'D’une ligne aux deux côtés, en écarts types du bruit.' },
    symmetry: {
      title: 'Symétrie (ρ)',
      about: 'Plus petit rapport des contrastes des deux côtés : 0 prend aussi les bords, 1 presque rien.',
    },
    high: {
      title: 'Seuil haut',
      about: 'Un morceau de ligne reste s’il est quelque part aussi fort, en multiples du fouillis.',
    },
    low: {
      title: 'Seuil bas',
      about: 'Un morceau de ligne continue tant qu’il est aussi fort, en multiples du fouillis.',
    },
    minLength: {
      title: 'Longueur minimale',
      about: 'Les morceaux plus courts, en pixels, sont omis avant de relier les lacunes.',
    },
    gap: {
      title: 'Plus grande lacune',
      about: 'En pixels, à travers laquelle un bout est relié à une autre ligne ; 0 ne relie rien.',
    },
    gapCost: { title: 'Coût d’un lien', about: 'Le lien le plus cher, de 0 (aussi fort qu’une ligne) à 1 (tous).' },
    spur: {
      title: 'Branche la plus courte',
      about: 'Les branches libres de moins de pixels sont coupées ; 0 garde tout.',
    },
    widthReach: {
      title: 'Demi-largeur maximale',
      about: 'Jusqu’où le bord d’une ligne est cherché, en pixels ; 0 suit les échelles.',
    },
    strip: { title: 'Bande', about: 'Pixels le long d’une ligne sur lesquels sa force est moyennée.' },
    'linear-features.distance': {
      title: 'Distance du fond',
      about: 'Du milieu d’une ligne au fond auquel elle est comparée, en pixels.',
    },
    'linear-features.form': {
      title: 'Noyaux',
      about: 'Les quatre étapes en deux noyaux, ou un noyau par étape : les mêmes lignes.',
      choices: { combined: ['Deux noyaux', 'Plus rapide.'], separate: ['Un par étape', 'Comme publié.'] },
    },
    simplify: {
      title: 'Simplifier',
      about: 'De combien une ligne brisée peut s’écarter de la ligne mesurée, en pixels.',
    },
    output: {
      title: 'Résultat',
      about: 'Un objet par ligne, ou un seul pour tout le réseau.',
      choices: {
        lines: ['Lignes séparées', 'Pour compter, classer ou supprimer les lignes une à une.'],
        network: ['Réseau entier', 'Quand le réseau dans son ensemble est l’objet.'],
      },
    },
    tile: {
      title: 'Tuile',
      about: 'Côté d’une tuile en pixels. Il change la mémoire et la progression, jamais le résultat.',
    },
    keepResponse: {
      title: 'Garder la réponse',
      about: 'Donne la force et l’orientation de chaque pixel avec le résultat.',
    },
  },
  channels: {
    auto: 'Automatique',
    luminance: 'Luminosité',
    principal: 'Toutes les bandes, décorrélées',
    bands: 'Toutes les bandes, telles quelles',
    palette: 'Palette de {number} valeurs',
    red: 'Rouge',
    green: 'Vert',
    blue: 'Bleu',
    'optical-density': 'Densité optique',
    hematoxylin: 'Hématoxyline',
    eosin: 'Éosine',
    dab: 'DAB',
    band: 'Bande {number}',
    ratio: 'Bande {number} sur bande {other}',
    db: 'Décibels',
  },
  measurements: {
    Area: 'Aire',
    Perimeter: 'Périmètre',
    Length: 'Longueur',
    Width: 'Largeur',
    'Inside mean': 'Moyenne au-dedans',
    'Inside std dev': 'Écart type au-dedans',
    'Outside mean': 'Moyenne au-dehors',
    'Outside std dev': 'Écart type au-dehors',
    Criterion: 'Critère',
    'Description length': 'Longueur de description',
    Nodes: 'Sommets',
    Steps: 'Étapes',
    Iterations: 'Itérations',
    Probability: 'Probabilité',
    Voxels: 'Voxels',
    Volume: 'Volume',
    'Total length': 'Longueur totale',
    'Mean width': 'Largeur moyenne',
    Density: 'Densité',
    Branches: 'Branches',
  },
};
