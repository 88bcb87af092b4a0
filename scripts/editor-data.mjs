/**
 * Writes into `dist/` the data by which VS Code and the JetBrains editors complete the tag, from `custom-elements.json`, and that file
 * itself: all without the spaces that only a reader of the repository wants.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';

const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
const common = { outdir: 'dist', hideLogs: true };

generateVsCodeCustomElementData(manifest, {
  ...common,
  htmlFileName: 'vscode.html-custom-data.json',
  cssFileName: 'vscode.css-custom-data.json',
});
generateJetBrainsWebTypes(manifest, { ...common, webTypesFileName: 'web-types.json', packageJson: false });
writeFileSync('dist/custom-elements.json', JSON.stringify(manifest));
for (const name of ['vscode.html-custom-data', 'vscode.css-custom-data', 'web-types']) {
  const path = `dist/${name}.json`;
  writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))));
}
