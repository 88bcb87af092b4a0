/**
 * Leaves in `dist/` the declarations that the package's entries lead to, statement by statement, without the members of classes that are
 * private or protected: a file of the entries may need one interface of a file whose other declarations are of use to nobody. Members that
 * may be missing take `undefined`, too.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';
import { globSync } from './glob.mjs';

const isHidden = (node) =>
  ts.isClassElement(node) &&
  !ts.isConstructorDeclaration(node) &&
  (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;

/** Statements that stand for themselves: additions to global types and to those of other packages, and imports for their effect. */
const standsAlone = (statement) =>
  (ts.isModuleDeclaration(statement) &&
    (ts.isStringLiteral(statement.name) || (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0)) ||
  (ts.isImportDeclaration(statement) && statement.importClause === undefined);

const isSpecifier = (node) =>
  ts.isImportSpecifier(node) ||
  ts.isExportSpecifier(node) ||
  ts.isImportClause(node) ||
  ts.isNamespaceImport(node) ||
  ts.isNamespaceExport(node);

/** What the entries lead to: files, statements in them, names in imports and exports. */
const reachedFrom = (program, entries, folder) => {
  const checker = program.getTypeChecker();
  const [files, nodes] = [new Set(), new Set()];
  /** By a file, those of the files that add a global name which it uses. */
  const additions = new Map();
  const isOurs = (file) => resolve(file.fileName).startsWith(folder);

  const file = (source) => {
    if (files.has(source) || !isOurs(source)) return;
    files.add(source);
    for (const each of source.statements) if (standsAlone(each)) keep(each);
  };
  const module = (specifier) => {
    const symbol = specifier && checker.getSymbolAtLocation(specifier);
    return symbol?.declarations?.find(ts.isSourceFile);
  };
  const everythingOf = (source) => {
    if (!source || !isOurs(source)) return;
    file(source);
    for (const each of source.statements) {
      if (ts.isExportDeclaration(each)) keep(each);
      else if ((ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Export) !== 0 || ts.isExportAssignment(each))
        keep(each);
    }
  };
  /** A symbol by a name in some file, through the imports and exports that hand it on. */
  const symbol = (start) => {
    for (let at = start; at; ) {
      for (const declaration of at.declarations ?? []) {
        const source = declaration.getSourceFile();
        if (!isOurs(source)) continue;
        file(source);
        if (isSpecifier(declaration)) nodes.add(declaration);
        else keep(ts.findAncestor(declaration, (node) => ts.isSourceFile(node.parent ?? node)));
      }
      at = at.flags & ts.SymbolFlags.Alias ? checker.getImmediateAliasedSymbol(at) : undefined;
    }
  };
  const globals = (source, declaration) => {
    const added = ts.findAncestor(declaration, (node) => (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0);
    const from = declaration.getSourceFile();
    if (added && from !== source && isOurs(from)) additions.set(source, (additions.get(source) ?? new Set()).add(from));
  };
  const names = (node) => {
    if (isHidden(node)) return;
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node);
      symbol(found);
      for (const declaration of found?.declarations ?? []) globals(node.getSourceFile(), declaration);
    } else if (ts.isImportTypeNode(node)) everythingOf(module(node.argument.literal));
    ts.forEachChild(node, names);
  };
  const keep = (statement) => {
    if (!statement || ts.isSourceFile(statement) || nodes.has(statement)) return;
    nodes.add(statement);
    file(statement.getSourceFile());
    if (ts.isImportDeclaration(statement)) everythingOf(module(statement.moduleSpecifier));
    else if (ts.isExportDeclaration(statement)) {
      if (!statement.exportClause) everythingOf(module(statement.moduleSpecifier));
      else if (ts.isNamespaceExport(statement.exportClause)) everythingOf(module(statement.moduleSpecifier));
      else for (const each of statement.exportClause.elements) specifier(each);
    } else names(statement);
  };
  const specifier = (each) => {
    nodes.add(each);
    symbol(checker.getSymbolAtLocation(each.name));
    symbol(checker.getExportSpecifierLocalTargetSymbol(each));
  };
  for (const path of entries) everythingOf(program.getSourceFile(path));
  return { files, nodes, additions };
};

const NOTHING = /^export \{\s*\};?$/;
const MODULE = /^(?:\/\*[\s\S]*?\*\/\s*)*(?:import|export)\b/;

/** An import or export with those of its names that are reached; empty where there is none. */
const withReached = (statement, nodes, text) => {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause : statement.exportClause;
  if (!clause) return text;
  const bindings = ts.isImportDeclaration(statement) ? clause.namedBindings : clause;
  if (bindings && (ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings)))
    return nodes.has(bindings) || nodes.has(statement) ? text : '';
  const kept = bindings?.elements.filter((each) => nodes.has(each)) ?? [];
  const own = ts.isImportDeclaration(statement) && clause.name && nodes.has(clause) ? [clause.name.text] : [];
  if (kept.length > 0) own.push(`{ ${kept.map((each) => each.getText()).join(', ')} }`);
  if (own.length === 0) return '';
  const word = ts.isImportDeclaration(statement) ? 'import' : 'export';
  const type = (ts.isImportDeclaration(statement) ? clause : statement).isTypeOnly ? ' type' : '';
  const from = statement.moduleSpecifier ? ` from ${statement.moduleSpecifier.getText()}` : '';
  return `${word}${type} ${own.join(', ')}${from};`;
};

const { SyntaxKind } = ts;
const TAKES_UNDEFINED = new Set([SyntaxKind.UndefinedKeyword, SyntaxKind.UnknownKeyword, SyntaxKind.AnyKeyword]);
/** Types that stand in brackets in a union. */
const IN_BRACKETS = new Set([SyntaxKind.FunctionType, SyntaxKind.ConstructorType, SyntaxKind.ConditionalType]);

/** The type of a member that may be missing, which takes `undefined` too: a host with `exactOptionalPropertyTypes` could not hand that on. */
const optionalType = (node) => {
  const isMember = ts.isMappedTypeNode(node) || ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
  if (!isMember || !node.type || !node.questionToken || node.questionToken.kind === SyntaxKind.MinusToken)
    return undefined;
  const parts = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type];
  return parts.some(({ kind }) => TAKES_UNDEFINED.has(kind)) ? undefined : node.type;
};

/** The text of a declaration without the members of its class that are hidden, and with `undefined` for members that may be missing. */
const asPublished = (statement) => {
  const start = statement.getFullStart();
  /** From where to where another text is written. */
  const changes = [];
  const look = (node) => {
    if (isHidden(node)) {
      changes.push([node.getFullStart(), node.end, '']);
      return;
    }
    const type = optionalType(node);
    if (type) {
      const [before, after] = IN_BRACKETS.has(type.kind) ? ['(', ')'] : ['', ''];
      changes.push([type.getStart(), type.getStart(), before], [type.end, type.end, `${after} | undefined`]);
    }
    ts.forEachChild(node, look);
  };
  look(statement);
  let text = statement.getFullText();
  for (const [from, to, other] of changes.sort((a, b) => b[0] - a[0]))
    text = text.slice(0, from - start) + other + text.slice(to - start);
  return text;
};

const importOf = (path, from) => {
  const way = relative(dirname(from), path)
    .replaceAll('\\', '/')
    .replace(/\.d\.ts$/, '.js');
  return `import '${way.startsWith('.') ? way : `./${way}`}';`;
};

/** Rewrites the declarations in `folder`, and deletes files of which nothing is left. */
export const pruneDeclarations = (folder, entries) => {
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    types: [],
  });
  const { files, nodes, additions } = reachedFrom(program, entries, resolve(folder));
  const kept = new Set(entries.map((path) => resolve(path)));
  for (const source of files) {
    const parts = source.statements.map((statement) => {
      if ((ts.isImportDeclaration(statement) && statement.importClause) || ts.isExportDeclaration(statement))
        return withReached(statement, nodes, statement.getText());
      return nodes.has(statement) ? asPublished(statement).trim() : '';
    });
    const left = parts.filter((part) => part !== '' && !NOTHING.test(part));
    for (const { fileName } of additions.get(source) ?? []) left.unshift(importOf(fileName, source.fileName));
    if (left.length > 0) kept.add(resolve(source.fileName));
    // With neither import nor export it would be a script, whose names are everybody's.
    if (!left.some((part) => MODULE.test(part))) left.push('export {};');
    left.unshift(...source.libReferenceDirectives.map(({ fileName }) => `/// <reference lib="${fileName}" />`));
    writeFileSync(source.fileName, `${left.join('\n')}\n`);
  }
  for (const path of globSync(folder, (name) => name.endsWith('.d.ts'))) if (!kept.has(resolve(path))) rmSync(path);
};
