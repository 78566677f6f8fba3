/** Joins the lines of a text that its app broke softly (RFC 3676): a line that ends with a space goes on in the next. */
export function unflow(text: string, deletesSpace: boolean): string {
  const joined: string[] = [];
  let open: { depth: number; pieces: string[] } | null = null;
  const close = () => {
    if (open !== null) joined.push(`${'>'.repeat(open.depth)}${open.depth > 0 ? ' ' : ''}${open.pieces.join('')}`);
    open = null;
  };
  for (const line of text.split('\n')) {
    const depth = depthOf(line);
    const stuffed = line.slice(depth);
    const content = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed;
    // The line before a signature is always whole.
    const goesOn = content.endsWith(' ') && content !== '-- ';
    if (open !== null && (open.depth !== depth || content === '-- ')) close();
    open ??= { depth, pieces: [] };
    open.pieces.push(goesOn && deletesSpace ? content.slice(0, -1) : content);
    if (!goesOn) close();
  }
  close();
  return joined.join('\n');
}

function depthOf(line: string): number {
  let depth = 0;
  while (line[depth] === '>') depth += 1;
  return depth;
}
