/**
 * Which scripts each page of the console needs that index.html does not name: the service names them to a browser that
 * asks for the page (src/http/console/serve-console.ts; docs/rules.md#console-first-rows).
 */

/** A file of the build; a script with those that it imports. */
interface Built {
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
}

/** A path as the router writes it, such as `/messages/$message`, and the scripts of its page. */
type PageScripts = readonly [path: string, scripts: readonly string[]];

/** `router`: the text of src/console/router.tsx, where each page has its path. */
export function scriptsOfPages(files: readonly Built[], router: string): readonly PageScripts[] {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const withImports = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const imported of byName.get(name)?.imports ?? []) withImports(imported, seen);
    return seen;
  };
  const first = new Set(files.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName)]));
  return pathsOf(router).map(([path, page]) => {
    const script = files.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/console/pages/${page}`));
    if (script === undefined) throw new Error(`The build of the console has no script for pages/${page}.`);
    return [path, [...withImports(script.fileName)].filter((name) => !first.has(name))];
  });
}

/** Each path of the router and the file of its page, in its order; without the page of all other paths. */
function pathsOf(router: string): readonly (readonly [path: string, page: string])[] {
  const found: (readonly [string, string])[] = [];
  let path = '';
  for (const line of router.split('\n')) {
    path = /^ {2}path: '([^']*)',$/.exec(line)?.[1] ?? path;
    const [, page] = /import\('\.\/pages\/([\w-]+\.tsx)'\)/.exec(line) ?? [];
    if (page !== undefined && path !== '$') found.push([path, page]);
  }
  if (found.length < 2) throw new Error('src/console/router.tsx names no pages.');
  return found;
}
