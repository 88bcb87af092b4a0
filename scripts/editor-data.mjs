/**
 * Writes into `dist/` the data by which VS Code and the JetBrains editors complete the tag, from `custom-elements.json`, and that file
 * itself: all without the spaces that only a reader of the repository wants.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';

const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
const common = { outdir: 'dist', hideLogs: true };

/** The manifest with defaults in the descriptions: the formats of the editors have no place for those of custom properties, nor VS Code's for any. */
const described = structuredClone(manifest);
for (const { cssProperties, attributes } of described.modules.flatMap(({ declarations = [] }) => declarations))
  for (const each of [...(cssProperties ?? []), ...(attributes ?? [])])
    if (each.default !== undefined)
      each.description = `${each.description ?? ''}\n\nDefault: \`${each.default}\``.trim();

generateVsCodeCustomElementData(described, {
  ...common,
  htmlFileName: 'vscode.html-custom-data.json',
  cssFileName: 'vscode.css-custom-data.json',
});
generateJetBrainsWebTypes(described, { ...common, webTypesFileName: 'web-types.json', packageJson: false });
writeFileSync('dist/custom-elements.json', JSON.stringify(manifest));
for (const name of ['vscode.html-custom-data', 'vscode.css-custom-data', 'web-types']) {
  const path = `dist/${name}.json`;
  writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))));
}
