/** Every regular expression of the service's code, as the patterns check needs them. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface FoundPattern {
  /** `file:line`. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

export interface FoundPatterns {
  readonly patterns: readonly FoundPattern[];
  /** Files that put patterns together at run time. */
  readonly madeAtRunTime: readonly string[];
}

export function findPatterns(): FoundPatterns {
  const patterns: FoundPattern[] = [];
  const madeAtRunTime = new Set<string>();
  const files = globSync('{src,emails,schema,rest}/**/*.{ts,tsx}', { cwd: root });
  for (const file of files.map((name) => name.replaceAll('\\', '/')).sort()) {
    const code = readFileSync(`${root}/${file}`, 'utf8');
    for (const node of nodesOf(parseSync(file, code).program)) {
      const place = `${file}:${code.slice(0, Number(node.start)).split('\n').length}`;
      if (isRegex(node.regex)) patterns.push({ place, source: node.regex.pattern, flags: node.regex.flags });
      else if (isMade(node)) madeAtRunTime.add(file);
    }
  }
  return { patterns: [...patterns, ...contractPatterns()], madeAtRunTime: [...madeAtRunTime] };
}

/** Patterns of the OpenAPI file: requests are validated with them. */
function contractPatterns(): readonly FoundPattern[] {
  const file = 'rest/openapi.yaml';
  const contract: unknown = parse(readFileSync(`${root}/${file}`, 'utf8'));
  return nodesOf(contract).flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [{ place: file, source: pattern, flags: 'u' }] : [],
  );
}

type Node = Readonly<Record<string, unknown>>;

/** Every object in `tree`, parents first. */
function nodesOf(tree: unknown): readonly Node[] {
  const found: Node[] = [];
  const open: unknown[] = [tree];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) found.push(next as Node);
    open.push(...Object.values(next));
  }
  return found;
}

function isRegex(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}

/** `RegExp(…)` and `new RegExp(…)`. */
function isMade({ type, callee }: Node): boolean {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false;
  return typeof callee === 'object' && callee !== null && 'name' in callee && callee.name === 'RegExp';
}
