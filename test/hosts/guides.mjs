/** The applications of the guides for frameworks, from their blocks of code word for word but for the slide's address. */
import { readFileSync } from 'node:fs';

const text = (path) => readFileSync(path, 'utf8');
const FRAMEWORKS = text('docs/frameworks.md');
const ADDRESS = '/slides/1.dzi';

/** The block of a language under a heading, on the image of the tests. */
const block = (heading, language, guide = FRAMEWORKS) => {
  const [, section = ''] = new RegExp(`\\n## ${heading}\\n([\\s\\S]*?)(?=\\n## |$)`).exec(guide) ?? [];
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section) ?? [];
  if (code === undefined) throw new Error(`The guide has no ${language} under ${heading}`);
  return code.replace(ADDRESS, '/nuclei.tif');
};

/** The size of the component, which a guide leaves to the page, and a listener that hears what every host must emit. */
const STYLE = 'body { margin: 0 } snake-segmenter { display: block; width: 800px; height: 600px }';
const HEARD =
  "addEventListener('contour-complete', ({ detail }) => { document.title = detail.contour.geometry.type; });";
const page = (body) =>
  `<!doctype html><html lang="en"><head><style>${STYLE}</style><script>${HEARD}</script></head><body>${body}</body></html>`;

const react = block('React', 'tsx');

export const plainPage = { 'public/index.html': page(block('A plain page', 'html')) };

export const reactFiles = {
  'index.html': page('<div id="root"></div><script type="module" src="/main.tsx"></script>'),
  'slide.tsx': react,
  'main.tsx': `import { createRoot } from 'react-dom/client';
import { Slide } from './slide';
createRoot(document.getElementById('root')!).render(<Slide src="/nuclei.tif" />);
`,
};

export const nextFiles = {
  'next.config.mjs': "export default { output: 'export' };\n",
  'app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <style dangerouslySetInnerHTML={{ __html: ${JSON.stringify(STYLE)} }} />
        <script dangerouslySetInnerHTML={{ __html: ${JSON.stringify(HEARD)} }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
`,
  'app/page.tsx': block('Next', 'tsx'),
  // The guide says that this is the component above.
  'app/slide.tsx': `'use client';\n${react.replace('export function', 'export default function')}`,
};

/** The same with the tag in what the server renders; the page hears of contours only once the effect has set the properties. */
const [, renderedSlide] = /```tsx\n('use client';\nimport 'snake-segmenter';[\s\S]*?)```/.exec(FRAMEWORKS) ?? [];
if (renderedSlide === undefined) throw new Error('The guide has no slide that a server renders');
export const renderedNextFiles = {
  ...nextFiles,
  'app/layout.tsx': nextFiles['app/layout.tsx'].replace(
    JSON.stringify(HEARD),
    JSON.stringify(
      HEARD.replace('{ detail }', '{ detail, target }').replace(
        '{ document',
        '{ if (target.parameters.confine === false) document',
      ),
    ),
  ),
  'app/page.tsx': `import Slide from './slide';
export default function Page() {
  return <Slide src="/nuclei.tif" />;
}
`,
  'app/slide.tsx': renderedSlide,
};

export const vueFiles = {
  'vite.config.ts': block('Vue', 'ts'),
  'index.html': page('<div id="app"></div><script type="module" src="/main.js"></script>'),
  'main.js': "import { createApp } from 'vue';\nimport App from './App.vue';\ncreateApp(App).mount('#app');\n",
  'App.vue': block('Vue', 'vue'),
};

export const svelteFiles = {
  'index.html': page('<div id="app"></div><script type="module" src="/main.js"></script>'),
  'main.js': `import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.getElementById('app') });
`,
  'App.svelte': block('Svelte', 'svelte'),
};

export const angularFiles = {
  'src/index.html': page('<app-slide></app-slide>'),
  'src/slide.ts': block('Angular', 'ts'),
  'src/main.ts': `import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { Slide } from './slide';
bootstrapApplication(Slide, { providers: [provideZonelessChangeDetection()] });
`,
};

/** A worker that the page names. */
export const workerBlock = block('Bundlers', 'ts');

/** The manifest that Parcel needs. */
export const parcelManifest = JSON.parse(block('Bundlers', 'json'));
