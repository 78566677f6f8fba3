/**
 * The console's words stand in one file, for whoever translates them (src/console/words.ts), and are built as a module for
 * each of their parts: a page loads the words that it says, and not the 19 kB of all pages.
 */
import type { Plugin } from 'vite';

const file = /\/console\/words\.ts$/;
/** Names of the modules, which are in no folder. */
const prefix = '\0words-of-';
const all = `${prefix}all`;

export function wordsApart(): Plugin {
  const modules = new Map<string, string>();
  return {
    name: 'words-apart',
    // While it is as it was written.
    enforce: 'pre',
    transform(code, id) {
      if (!file.test(id)) return null;
      const { head, parts } = partsOf(code, this.parse(code, { lang: 'ts' }).body);
      for (const [name, text] of parts) modules.set(`${prefix}${name}`, `${head}\nexport const part = ${text};`);
      const named = [...parts.keys()].map(
        (name) => `export { part as ${name} } from ${JSON.stringify(prefix + name)};`,
      );
      modules.set(all, named.join('\n'));
      return { code: `export * as words from ${JSON.stringify(all)};`, map: null, moduleSideEffects: false };
    },
    resolveId: (id) => (modules.has(id) ? id : null),
    load(id) {
      const code = modules.get(id);
      return code === undefined ? null : { code, moduleType: 'ts', moduleSideEffects: false };
    },
  };
}

/** A statement or an expression of ESTree, as far as it is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Words extends Node {
  readonly properties: readonly (Node & { readonly key: Node & { readonly name?: string }; readonly value: Node })[];
}

/** `… as const` */
interface Asserted extends Node {
  readonly expression?: Node;
}

interface Statement extends Node {
  readonly declaration?: (Node & { readonly declarations?: readonly { readonly init?: Asserted | null }[] }) | null;
}

/** The members of the object that the file exports, and the functions before it that they call. */
function partsOf(code: string, statements: readonly Statement[]) {
  const parts = new Map<string, string>();
  let head = '';
  for (const { type, start, end, declaration } of statements) {
    const asserted = declaration?.declarations?.[0]?.init;
    const init = asserted?.expression ?? asserted;
    if (type !== 'ExportNamedDeclaration') head += `${code.slice(start, end)}\n`;
    else if (init?.type === 'ObjectExpression')
      for (const { key, value } of (init as Words).properties)
        parts.set(key.name ?? '', code.slice(value.start, value.end));
  }
  if (parts.size < 2 || parts.has('')) throw new Error('src/console/words.ts exports no object of named parts.');
  return { head, parts };
}
