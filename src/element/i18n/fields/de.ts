import type { FieldTable } from './field-table.js';

/** Names of parameters, choices, channels and measurements in German. */
export const germanFields: FieldTable = {
  algorithms: { snake: 'Bereich (Snake)', 'level-set': 'Level-Set', 'linear-features': 'Linien' },
  parameters: {
    preset: {
      title: 'Voreinstellung',
      about:
        'Die üblichen Werte, oder die Einstellungen der Veröffentlichung: ohne Vorwissen aus dem Rechteck und ohne Ausdünnen.',
      choices: {
        standard: ['Standard', 'Für jedes Bild.'],
        paper: ['Wie veröffentlicht', 'Um veröffentlichte Ergebnisse zu wiederholen.'],
      },
    },
    channel: { title: 'Kanal', about: 'Woran sich das Verfahren hält: Helligkeit, Farben, Färbungen oder Dezibel.' },
    model: {
      title: 'Rauschmodell',
      about: 'Das Gesetz, dem die Werte innen und außen folgen.',
      choices: {
        auto: ['Automatisch', 'Prüft die Modelle am Bild und nimmt das, das es am besten beschreibt. Damit beginnen.'],
        common: [
          'Eine Varianz',
          'Für Fotos, gefärbtes Gewebe und Mikroskopie, wo benachbarte Pixel einander gleichen.',
        ],
        gaussian: ['Zwei Varianzen', 'Für Objekte, die rauer oder glatter als ihre Umgebung sind.'],
        poisson: ['Photonenzählung', 'Für lichtschwache Mikroskopie und andere Bilder, die Photonen zählen.'],
        gamma: ['Speckle', 'Für Radarintensität; unter „Looks“ deren Zahl angeben.'],
        exponential: ['Speckle, ein Look', 'Für Radarintensität mit einem Look.'],
        rayleigh: ['Speckle-Amplitude', 'Für Radaramplitude und Ultraschall.'],
        bernoulli: ['Zwei Werte', 'Für Masken und andere Bilder aus zwei Werten.'],
        categorical: [
          'Farbgemisch',
          'Für Objekte mit mehreren Farben oder Mustern: vergleicht, wie oft jeder Wert vorkommt.',
        ],
      },
    },
    order: {
      title: 'Anzahl der Looks',
      about: 'Zahl der Looks eines Radarbildes, für die Modelle Speckle und Speckle-Amplitude.',
    },
    polarity: {
      title: 'Helligkeit',
      about: 'Ob das Objekt heller oder dunkler als seine Umgebung sein muss.',
      choices: {
        any: ['Beliebig', 'Wenn es nicht bekannt ist.'],
        brighter: ['Heller', 'Wenn Objekte heller als ihre Umgebung sind.'],
        darker: ['Dunkler', 'Wenn Objekte dunkler als ihre Umgebung sind.'],
      },
    },
    confine: {
      title: 'Im Rechteck bleiben',
      about: 'Hält den Umriss im gezeichneten Rechteck; sonst darf er auch darüber hinaus.',
    },
    boxPrior: {
      title: 'Vertrauen ins Rechteck',
      about:
        'Wie sehr angenommen wird, dass das Objekt das Rechteck fast ausfüllt, in Nats je Pixel; bei 0 entscheiden die Werte allein.',
    },
    grow: { title: 'Rand des Rechtecks', about: 'Vergrößert das Rechteck auf jeder Seite um diesen Anteil.' },
    starts: {
      title: 'Starts im Wettbewerb',
      about: 'Anfangsumrisse je Rechteck; der mit der kürzesten Beschreibung gewinnt.',
    },
    distance: {
      title: 'Erste Schrittweite',
      about: 'So viele Pixel darf ein Eckpunkt anfangs wandern, später je die Hälfte; 0 wählt selbst.',
    },
    minimumLength: {
      title: 'Kürzeste geteilte Kante',
      about: 'Längere Kanten, in Pixeln, bekommen in der Mitte einen Eckpunkt; 0 wählt selbst: 3 bis 8.',
    },
    prune: { title: 'Eckpunkte ausdünnen', about: 'Entfernt Eckpunkte, die ihre Beschreibungslänge nicht wert sind.' },
    contourWeight: { title: 'Glätte', about: 'Gewicht der Beschreibungslänge: höher gibt weniger Eckpunkte.' },
    lengthCost: {
      title: 'Kosten der Länge',
      about: 'Was jedes Pixel des Umrisses kostet, in Nats: höher gibt ruhigere Umrisse.',
    },
    tables: {
      title: 'Summentabellen',
      about: 'Summen an einigen Spalten oder an jeder, was mehr Speicher braucht: derselbe Umriss.',
      choices: {
        strided: ['Einige Spalten', 'Für jedes Bild.'],
        dense: ['Jede Spalte', 'Wie veröffentlicht; braucht mehr Speicher.'],
      },
    },
    objects: { title: 'Höchstens Objekte', about: 'So viele Objekte werden von selbst höchstens gefunden.' },
    speed: {
      title: 'Geschwindigkeit',
      about: 'Was die Front bewegt.',
      choices: {
        auto: ['Automatisch', 'Sieht die Werte an und nimmt eine der nächsten beiden. Damit beginnen.'],
        gaussian: ['Zwei Varianzen', 'Für Objekte, die rauer oder glatter als ihre Umgebung sind.'],
        common: ['Eine Varianz', 'Für Fotos, Gewebe und Tomografie, wo benachbarte Pixel einander gleichen.'],
        'chan-vese': ['Näherer Mittelwert', 'Für Objekte gleichmäßiger Helligkeit auf gleichmäßigem Grund.'],
        gamma: ['Speckle', 'Für Radarintensität.'],
        range: ['Wertebereich', 'Wenn die Werte des Objekts bekannt sind; sie stehen unter „Wertebereich“.'],
      },
    },
    range: {
      title: 'Wertebereich',
      about: 'Für die Geschwindigkeit „Wertebereich“: untere und obere Grenze je Band. Leer: aus dem Start geschätzt.',
    },
    'level-set.confine': {
      title: 'Im Rechteck bleiben',
      about: 'Hält die Front im Rechteck und im Volumen nahe bei dessen Schichten.',
    },
    dataIterations: {
      title: 'Datenschritte (Nₐ)',
      about: 'Schritte des ersten Zyklus, der den Werten folgt, bevor geglättet wird.',
    },
    smoothingIterations: {
      title: 'Glättungsschritte (Nₛ)',
      about: 'Schritte des zweiten Zyklus, der glättet. Mehr davon schließen enge Lecks.',
    },
    filterSize: { title: 'Filtergröße (N_g)', about: 'Seite des Gauß-Filters in Pixeln, ungerade.' },
    filterVariance: { title: 'Filtervarianz (σ²)', about: 'Des Gauß-Filters, in Quadratpixeln.' },
    outerIterations: { title: 'Höchstens Durchläufe', about: 'So oft laufen beide Zyklen höchstens.' },
    tolerance: { title: 'Toleranz', about: 'Endet, wenn sich höchstens so viele Promille der inneren Pixel ändern.' },
    radius: { title: 'Radius eines Punktes', about: 'Der Scheibe, von der ein Punkt ausgeht, in Pixeln.' },
    wholeVolume: {
      title: 'Durch das Volumen',
      about: 'In drei Dimensionen durch alle Schichten, sonst nur auf der gezeigten.',
    },
    slices: {
      title: 'Schichten des Starts',
      about: 'Auf wie vielen Schichten ein Start beginnt; 0: halb so viele, wie er breit und hoch ist.',
    },
    minimumArea: { title: 'Kleinster Teil', about: 'Teile und Löcher mit weniger Pixeln entfallen; 0 behält alle.' },
    'level-set.form': {
      title: 'Form',
      about: 'Das sequenzielle Verfahren, oder eines der beiden parallelen.',
      choices: {
        sequential: ['Sequenziell', 'Die Grundform.'],
        'proposal-1': ['Vorschlag 1', 'Kacheln nebeneinander; zum Vergleich mit der Veröffentlichung.'],
        'proposal-2': ['Vorschlag 2', 'Kacheln nebeneinander; zum Vergleich mit der Veröffentlichung.'],
      },
    },
    launches: {
      title: 'Starts (N_b)',
      about: 'Der parallelen Formen: Starts des ersten Zyklus vor einem des zweiten.',
    },
    'linear-features.polarity': {
      title: 'Linien sind',
      about: 'Helle Linien auf dunklerem Grund oder dunkle auf hellerem.',
      choices: {
        bright: ['Hell', 'Für helle Linien auf dunklerem Grund.'],
        dark: ['Dunkel', 'Für dunkle Linien auf hellerem Grund, etwa Gefäße der Netzhaut.'],
      },
    },
    scales: {
      title: 'Maßstäbe',
      about: 'Wie viele, jeder halb so fein wie der vorige: mehr davon finden breitere Linien.',
    },
    orientations: { title: 'Richtungen (K)', about: 'Der Fenster, die quer über eine Linie gelegt werden.' },
    primaryWindow: {
      title: 'Erstes Fenster (h₁)',
      about: 'Pixel auf jeder Seite, in denen eine Linie am stärksten ist: etwa die doppelte Breite der breitesten.',
    },
    secondaryWindow: {
      title: 'Zweites Fenster (h₂)',
      about: 'Dasselbe für schwächere Linien nahe einer starken; höchstens das erste Fenster.',
    },
    contrast: {
      title: 'Geringster Kontrast (T)',
      about: 'Einer Linie zu beiden Seiten, in Standardabweichungen des Rauschens.',
    },
    symmetry: {
      title: 'Symmetrie (ρ)',
      about: 'Kleinstes Verhältnis der Kontraste beider Seiten: 0 nimmt auch Ränder von Flächen, 1 fast nichts.',
    },
    high: {
      title: 'Obere Schwelle',
      about: 'Ein Stück Linie bleibt, wo es irgendwo so stark ist, in Vielfachen der Unruhe.',
    },
    low: {
      title: 'Untere Schwelle',
      about: 'Ein Stück Linie geht weiter, solange es so stark ist, in Vielfachen der Unruhe.',
    },
    minLength: {
      title: 'Geringste Länge',
      about: 'Kürzere Stücke, in Pixeln, entfallen, bevor Lücken verbunden werden.',
    },
    gap: {
      title: 'Größte Lücke',
      about: 'In Pixeln, über die ein Ende mit einer anderen Linie verbunden wird; 0 verbindet nichts.',
    },
    gapCost: {
      title: 'Kosten einer Verbindung',
      about: 'Die teuerste Verbindung, von 0 (durchgehend so stark wie eine Linie) bis 1 (jede).',
    },
    spur: { title: 'Kürzester Zweig', about: 'Freie Zweige mit weniger Pixeln entfallen; 0 behält alle.' },
    widthReach: {
      title: 'Halbe Breite der breitesten',
      about: 'So weit wird der Rand einer Linie gesucht, in Pixeln; 0 richtet sich nach den Maßstäben.',
    },
    strip: { title: 'Streifen', about: 'Pixel längs einer Linie, über die ihre Stärke gemittelt wird.' },
    'linear-features.distance': {
      title: 'Abstand des Grundes',
      about: 'Von der Mitte einer Linie zum Grund, mit dem sie verglichen wird, in Pixeln.',
    },
    'linear-features.form': {
      title: 'Kernel',
      about: 'Die vier Schritte in zwei Kerneln, oder ein Kernel je Schritt: dieselben Linien.',
      choices: { combined: ['Zwei Kernel', 'Schneller.'], separate: ['Einer je Schritt', 'Wie veröffentlicht.'] },
    },
    simplify: {
      title: 'Vereinfachen',
      about: 'So weit darf ein Linienzug von der gemessenen Linie abweichen, in Pixeln.',
    },
    output: {
      title: 'Ergebnis',
      about: 'Ein Objekt je Linie, oder ein einziges für das ganze Netz.',
      choices: {
        lines: ['Einzelne Linien', 'Um Linien einzeln zu zählen, zu klassifizieren oder zu löschen.'],
        network: ['Ganzes Netz', 'Wenn das Netz als Ganzes das Objekt ist.'],
      },
    },
    tile: {
      title: 'Kachel',
      about: 'Seite einer Kachel in Pixeln. Sie ändert Speicher und Fortschritt, nie das Ergebnis.',
    },
    keepResponse: {
      title: 'Filterantwort behalten',
      about: 'Gibt Stärke und Richtung jedes Pixels mit dem Ergebnis aus.',
    },
  },
  channels: {
    auto: 'Automatisch',
    luminance: 'Helligkeit',
    principal: 'Alle Bänder, entkoppelt',
    bands: 'Alle Bänder, wie gespeichert',
    palette: 'Palette aus {number} Werten',
    red: 'Rot',
    green: 'Grün',
    blue: 'Blau',
    'optical-density': 'Optische Dichte',
    hematoxylin: 'Hämatoxylin',
    eosin: 'Eosin',
    dab: 'DAB',
    band: 'Band {number}',
    ratio: 'Band {number} durch Band {other}',
    db: 'Dezibel',
  },
  measurements: {
    Area: 'Fläche',
    Perimeter: 'Umfang',
    Length: 'Länge',
    Width: 'Breite',
    'Inside mean': 'Mittelwert innen',
    'Inside std dev': 'Standardabw. innen',
    'Outside mean': 'Mittelwert außen',
    'Outside std dev': 'Standardabw. außen',
    Criterion: 'Kriterium',
    'Description length': 'Beschreibungslänge',
    Nodes: 'Eckpunkte',
    Steps: 'Schritte',
    Iterations: 'Durchläufe',
    Probability: 'Wahrscheinlichkeit',
    Voxels: 'Voxel',
    Volume: 'Volumen',
    'Total length': 'Gesamtlänge',
    'Mean width': 'Mittlere Breite',
    Density: 'Dichte',
    Branches: 'Zweige',
  },
};
