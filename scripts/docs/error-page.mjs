/** The page of error codes, from `src/core/errors.ts`. */
import { tsImport } from 'tsx/esm/api';

export const errorPage = async () => {
  const { errorTexts, SegmenterError } = await tsImport('../../src/core/errors.ts', import.meta.url);
  const rows = Object.entries(errorTexts).map(([code, text]) => {
    const goesOn = new SegmenterError(code).recoverable ? 'yes' : 'no';
    return `| \`${code}\` | ${text.replaceAll('|', '\\|')} | ${goesOn} |`;
  });
  return `---
title: Error codes
group: Reference
---

# Error codes

Methods reject with a \`SegmenterError\`, or with an \`AbortError\` where they were aborted, and the event \`segmenter-error\` has the same \`code\`,
\`message\` and \`recoverable\`. A code keeps its meaning from version to version; the text may change, and is in the person's language. Names in braces stand for
what the error names. Where the last column says no, the component cannot go on with this image or backend.

| code | text | goes on |
|---|---|---|
${rows.join('\n')}
`;
};
