/**
 * The console's words stand in one file, for whoever translates them (src/console/words.ts), and are built as a module for
 * each of their parts: a page loads the words that it says, and not the 19 kB of all pages.
 */
import type { Plugin, parseAst } from 'vite';

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
      const { head, parts } = partsOf(code, this.parse(code, { lang: 'ts' }));
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

type Program = ReturnType<typeof parseAst>;

/** The members of the object that the file exports, and the functions before it that they call. */
function partsOf(code: string, { body }: Program) {
  const parts = new Map<string, string>();
  let head = '';
  for (const statement of body) {
    if (statement.type !== 'ExportNamedDeclaration') {
      head += `${code.slice(statement.start, statement.end)}\n`;
      continue;
    }
    const { declaration } = statement;
    const value = declaration?.type === 'VariableDeclaration' ? declaration.declarations[0]?.init : null;
    const words = value?.type === 'TSAsExpression' ? value.expression : value;
    if (words?.type !== 'ObjectExpression') continue;
    for (const part of words.properties) {
      if (part.type === 'Property' && part.key.type === 'Identifier')
        parts.set(part.key.name, code.slice(part.value.start, part.value.end));
    }
  }
  if (parts.size < 2) throw new Error('src/console/words.ts exports no object of named parts.');
  return { head, parts };
}
