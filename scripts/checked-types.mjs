/** The types of the element's events and properties as the checker knows them; the analyzer of the manifest knows the names of types alone. */
import ts from 'typescript';

const source = (program, path) => program.getSourceFile(path);

/** Texts of types: of each event by its name, and of each property that takes names. */
export const checkedTypes = () => {
  const [element, events] = ['src/element/snake-segmenter.ts', 'src/element/workbench/events.ts'];
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [element] }, ts.sys, '.');
  const program = ts.createProgram([element, events], options);
  const checker = program.getTypeChecker();
  const declared = (path, name) =>
    checker.getDeclaredTypeOfSymbol(
      checker.getExportsOfModule(checker.getSymbolAtLocation(source(program, path))).find((each) => each.name === name),
    );
  const takesNames = (type) => type.isUnion() && type.types.some((each) => each.isStringLiteral());
  /** Its names one by one, sorted, as the checker's order follows what it met first; a name that a page may have registered is any string. */
  const names = ({ types }) => {
    const known = types.filter((each) => !each.isIntersection());
    const texts = known
      .map((each) => checker.typeToString(each, undefined, ts.TypeFormatFlags.NoTruncation).replaceAll('"', "'"))
      .sort();
    return [...texts, ...(known.length < types.length ? ['string'] : [])].join(' | ');
  };
  const written = ({ valueDeclaration }) =>
    valueDeclaration.type
      .getText()
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/\s+/g, ' ');
  return {
    events: new Map(
      declared(events, 'SegmenterEventDetails')
        .getProperties()
        .map((event) => [event.name, `CustomEvent<${written(event)}>`]),
    ),
    properties: new Map(
      declared(element, 'SnakeSegmenter')
        .getProperties()
        .map((property) => [property.name, checker.getNonNullableType(checker.getTypeOfSymbol(property))])
        .filter(([, type]) => takesNames(type))
        .map(([name, type]) => [name, names(type)]),
    ),
  };
};
