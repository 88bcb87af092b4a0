/** The blocks of code in a text of Markdown. */
export interface CodeBlock {
  /** The file and the line of the block's first line. */
  readonly where: string;
  readonly language: string;
  readonly code: string;
}

/** Throws where a block does not end. */
export const codeBlocks = (path: string, text: string): CodeBlock[] => {
  const blocks: CodeBlock[] = [];
  let open: { language: string; line: number; code: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (!fence) open?.code.push(line);
    else if (open) {
      blocks.push({ where: `${path}:${open.line}`, language: open.language, code: `${open.code.join('\n')}\n` });
      open = undefined;
    } else open = { language: fence[1]?.trim() ?? '', line: index + 2, code: [] };
  }
  if (open) throw new Error(`${path}:${open.line}: a block of code does not end`);
  return blocks;
};
