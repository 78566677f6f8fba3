/** Explains why no path of the OpenAPI file matches the path of a request. The stored data plays no part in it. */
import { nearName } from '../src/ground/input/near-name.ts';
import type { Operation } from './contract.ts';

/** A part of the request's path that a message may repeat. */
const quotable = /^[A-Za-z0-9._~:-]{1,64}$/;

/** Paths that one message suggests. */
const meantMax = 3;

/** The paths with one beginning, by their next part. */
interface Branch {
  /** `/books/{book}`; empty at the root. */
  readonly path: string;
  readonly literals: Map<string, Branch>;
  parameter: Branch | null;
}

function newBranch(path: string): Branch {
  return { path, literals: new Map(), parameter: null };
}

export interface PathGuide {
  /** Returns the sentence for a path below the version segment that the OpenAPI file lacks. */
  explain(path: string): string;
  /** Whether a path begins like those of the OpenAPI file, so that only the version segment is missing. */
  lacksVersion(path: string): boolean;
}

/** `basePath` is the version segment, `/v1`. */
export function createPathGuide(operations: readonly Operation[], basePath: string): PathGuide {
  const root = newBranch('');
  for (const { path } of operations) {
    let branch = root;
    for (const part of path.slice(1).split('/')) branch = below(branch, part);
  }
  const patterns = [...new Set(operations.map(({ path }) => path))];
  const ends = new Set(patterns.map(lastPart).filter((part) => !isParameter(part)));

  return {
    explain(path) {
      if (path.startsWith(`${basePath}/`)) return `The path has ${basePath} twice. Send it once.`;
      const [branch, unknown] = follow(root, path === '' ? [] : path.slice(1).split('/'));
      if (unknown === null) return `${basePath}${branch.path} is no path by itself. Below it: ${listed(branch)}.`;
      const said = quotable.test(unknown) ? `\`${unknown}\`` : 'what was sent';
      const meant = meantBy(branch, unknown);
      const advice = meant.length === 0 ? '' : ` Did you mean ${meant.map((each) => basePath + each).join(' or ')}?`;
      const others = listed(branch);
      const fault = others === '' ? 'has nothing below it' : `has no ${said} below it, but ${others}`;
      return `${basePath}${branch.path} ${fault}.${advice}`;
    },
    lacksVersion(path) {
      const [first = ''] = path.slice(1).split(/[/?]/, 1);
      return root.literals.has(first);
    },
  };

  /** Returns the paths that the caller may have meant by the part: a sibling, one with that name, or one item of a list. */
  function meantBy(branch: Branch, unknown: string): readonly string[] {
    const near = nearName(unknown, branch.literals.keys());
    if (near !== null) return [branch.literals.get(near)?.path ?? ''];
    const elsewhere = nearName(unknown, ends);
    if (elsewhere !== null) return patterns.filter((pattern) => lastPart(pattern) === elsewhere).slice(0, meantMax);
    const list = lastPart(branch.path);
    return patterns
      .filter((pattern) => isParameter(lastPart(pattern)) && pattern.split('/').at(-2) === list)
      .slice(0, meantMax);
  }
}

const isParameter = (part: string) => part.startsWith('{');
const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function below(branch: Branch, part: string): Branch {
  const path = `${branch.path}/${part}`;
  if (isParameter(part)) {
    branch.parameter ??= newBranch(path);
    return branch.parameter;
  }
  const found = branch.literals.get(part) ?? newBranch(path);
  branch.literals.set(part, found);
  return found;
}

/** Returns the branch at the end of the known parts, and the first unknown part. */
function follow(root: Branch, parts: readonly string[]): readonly [Branch, string | null] {
  let branch = root;
  for (const part of parts) {
    const next = branch.literals.get(part) ?? branch.parameter;
    if (next === null) return [branch, part];
    branch = next;
  }
  return [branch, null];
}

function listed({ literals, parameter }: Branch): string {
  const names = [...literals.keys()].toSorted();
  if (parameter) names.push(lastPart(parameter.path));
  return names.join(', ');
}
