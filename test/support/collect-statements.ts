/**
 * Every SQL statement of the service, as its modules build them. Each `….query(…)` of the code is found in the source;
 * its text is evaluated in the scope of its own module, where all that a text is made of must be: constants and
 * functions of the module, and what it imports. A text that is made of anything else has to be listed by the test.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('../..', import.meta.url));
const namesOfRawSql = ['$queryRaw', '$queryRawUnsafe', '$executeRaw', '$executeRawUnsafe'];

/** Whether only the coordinator of a cluster knows what the text names; `test/citus` runs such statements. */
export const isOfCluster = (text: string) => /\b(?:pg_dist_|citus_)/.test(text);

export interface FoundStatement {
  readonly file: string;
  readonly line: number;
  /** Null where the text cannot be evaluated in the scope of its module. */
  readonly text: string | null;
  /** How many values go with it, where the source shows them one by one. */
  readonly values: number | null;
  /** Whether it is the form for rows of one workspace; that for rows of any is found at the same place. */
  readonly ofOne: boolean;
  /** Whether no cluster is asked so. */
  readonly alone: boolean;
}

/** What the source says of one statement: the expressions of its texts, and its values. */
interface Site {
  readonly file: string;
  readonly line: number;
  readonly expression: string;
  readonly values: number | null;
  readonly ofOne: boolean;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

export async function collectStatements(): Promise<readonly FoundStatement[]> {
  const sites = sourceFiles().flatMap(sitesIn);
  const texts = await evaluate(sites);
  return sites.flatMap(({ file, line, values, ofOne }, at) =>
    (texts[at] ?? [{ text: null, alone: false }]).map((one) => ({ file, line, values, ofOne, ...one })),
  );
}

function sourceFiles(): readonly string[] {
  const files = globSync('src/**/*.ts', { cwd: root }).map((name) => name.replaceAll('\\', '/'));
  return files.sort();
}

/** There a `query` is a document of GraphQL. */
function hasOtherQueries(file: string): boolean {
  return file.startsWith('src/http/graphql/') || file === 'src/http/serve-graphql.ts';
}

/**
 * What the collector cannot follow: raw SQL of Prisma, `query` that is handed on without being called, and a statement
 * with named parameters that no module holds as a constant.
 */
export function findEscapes(): readonly string[] {
  return sourceFiles().flatMap((file) => {
    const { code, nodes, constants } = read(file);
    const called = new Set(nodes.flatMap(({ type, callee }) => (type === 'CallExpression' ? [callee] : [])));
    const isHeld = ({ start, end }: Node) => constants.some(({ init }) => init.start <= start && end <= init.end);
    const strays = nodes.filter((node) => {
      const property = node.type === 'MemberExpression' ? nameOf(node.property) : '';
      if (namesOfRawSql.includes(property)) return true;
      // A client that adds to the driver's own hands on what it was given.
      if (property === 'query' && (node.object as Node).type === 'Super') return false;
      if (property === 'query' && !called.has(node) && !hasOtherQueries(file)) return true;
      return isCallOf(node, 'statement') && code.includes("/db/rows.ts'") && !isHeld(node);
    });
    return strays.map((node) => `${file}: ${code.slice(node.start, node.end).split('\n', 1)[0]}`);
  });
}

function sitesIn(file: string): readonly Site[] {
  const { code, nodes, constants } = read(file);
  const textOf = (node: Node) => code.slice(node.start, node.end);
  const site = (node: Node, expression: string, values: Node | undefined): Site => ({
    file,
    line: code.slice(0, node.start).split('\n').length,
    expression,
    values: values === undefined ? null : countOf(values),
    ofOne: false,
  });
  const queries = nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || nameOf((node.callee as Node).property) !== 'query') return [];
    const [asked, values] = node.arguments as readonly Node[];
    if (asked === undefined) return [];
    if (asked.type === 'ObjectExpression') {
      const properties = asked.properties as readonly Node[];
      const property = (name: string) => properties.find(({ key }) => nameOf(key) === name)?.value as Node | undefined;
      const text = property('text');
      return text ? [site(node, textOf(text), property('values'))] : [];
    }
    // The text, or a statement of named parameters that is called with them.
    const { callee: called } = asked as { readonly callee?: Node };
    // One of two forms: `form(statement)(…)`, both of which are found.
    const formed = called?.type === 'CallExpression' ? (called.arguments as readonly Node[]).at(-1) : undefined;
    const callee = formed ?? called;
    const made = callee ?? asked;
    // One of several: all of them are meant.
    if (made.type === 'MemberExpression' && made.computed) {
      const all = `Object.values(${textOf(made.object as Node)})`;
      const ones = { ...site(node, `${all}.flatMap((one) => one.ofOne?.text ?? [])`, undefined), ofOne: true };
      return [site(node, all, values), ...(formed ? [ones] : [])];
    }
    const either = callee && `[${textOf(callee)}].map((one) => one.text === undefined ? ${textOf(asked)} : one)`;
    return [site(node, either ?? textOf(asked), values)];
  });
  const statements = constants.flatMap(({ name, init }) =>
    isCallOf(init, 'statement')
      ? [
          site(init, name, undefined),
          { ...site(init, `[${name}.ofOne?.text].flatMap((text) => text ?? [])`, undefined), ofOne: true },
        ]
      : [],
  );
  return [...queries, ...statements];
}

/** Texts of each site; undefined where its expression throws. */
async function evaluate(sites: readonly Site[]): Promise<readonly (readonly Text[] | undefined)[]> {
  const byFile = Map.groupBy(sites, ({ file }) => file);
  const files = [...byFile.keys()];
  const withStatements: Plugin = {
    name: 'with-statements',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = path.slice(root.length).replaceAll('\\', '/');
        if (file.startsWith('node_modules')) return null;
        const code = readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
        const thunks = byFile.get(file)?.map(({ expression }) => `() => (${expression})`) ?? [];
        return { contents: `${code}\nexport const statementThunks = [${thunks.join(', ')}];`, loader: 'ts' };
      });
    },
  };
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `${files.map((file, at) => `import { statementThunks as of${at} } from './${file}';`).join('\n')}
export default [${files.map((_, at) => `...of${at}`).join(', ')}];`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
    plugins: [withStatements],
  });
  // Where packages are found.
  const cache = join(root, 'node_modules', '.cache');
  const place = join(cache, `statements-${process.pid}.mjs`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(place, outputFiles[0]?.text ?? '');
  try {
    const { default: thunks }: { readonly default: readonly (() => unknown)[] } = await import(
      pathToFileURL(place).href
    );
    return thunks.map(textsOf);
  } finally {
    rmSync(place);
  }
}

type Text = Pick<FoundStatement, 'alone'> & { readonly text: string };

function textsOf(thunk: () => unknown): readonly Text[] | undefined {
  try {
    const made = thunk();
    return (Array.isArray(made) ? made : [made]).map((one: unknown) => {
      if (typeof one === 'string') return { text: one, alone: false };
      const { text, alone } = one as { readonly text: string; readonly alone?: boolean };
      return { text: String(text), alone: alone === true };
    });
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

interface Source {
  readonly code: string;
  readonly nodes: readonly Node[];
  /** What the module itself declares by `const`. */
  readonly constants: readonly { readonly name: string; readonly init: Node }[];
}

function read(file: string): Source {
  const code = readFileSync(join(root, file), 'utf8');
  const { program } = parseSync(file, code);
  const declared = (program.body as unknown as readonly Node[]).flatMap((node) => {
    const declaration = (node.type === 'ExportNamedDeclaration' ? node.declaration : node) as Node | null;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return (declaration.declarations as readonly Node[]).flatMap(({ id, init }) =>
      init ? [{ name: nameOf(id), init: init as Node }] : [],
    );
  });
  return { code, nodes: nodesOf(program), constants: declared };
}

/** Every node below `tree`. */
function nodesOf(tree: unknown): readonly Node[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const below = Object.values(tree).flatMap(nodesOf);
  return 'type' in tree && 'start' in tree ? [tree as Node, ...below] : below;
}

function nameOf(node: unknown): string {
  return String((node as { readonly name?: unknown } | undefined)?.name ?? '');
}

function isCallOf(node: Node, name: string): boolean {
  return node.type === 'CallExpression' && nameOf(node.callee) === name;
}

function countOf(values: Node): number | null {
  if (values.type !== 'ArrayExpression') return null;
  const elements = values.elements as readonly Node[];
  return elements.some(({ type }) => type === 'SpreadElement') ? null : elements.length;
}
