/** Writes into `dist/` the data by which VS Code and the JetBrains editors complete the tag, from `custom-elements.json`. */
import { readFileSync } from 'node:fs';
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
