/** Writes the pages of the documentation that come from the sources: of the error codes, and of the element. */
import { readFileSync, writeFileSync } from 'node:fs';
import { elementPage } from './element-page.mjs';
import { errorPage } from './error-page.mjs';

writeFileSync('docs/error-codes.md', await errorPage());
writeFileSync('docs/element.md', elementPage(JSON.parse(readFileSync('custom-elements.json', 'utf8'))));
