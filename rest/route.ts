/** Finds the operation of a request: one radix tree, compiled at the start. */
import createRouter from 'find-my-way';
import type { Method, Operation } from './contract.ts';

/** Longest path parameter that is read, in characters; Node rejects request heads beyond 16 KiB anyway. */
const parameterMaxLength = 16_384;

export type Match = {
  /** The path as in the OpenAPI file: `/books/{book}`. */ readonly pattern: string;
} & (
  | { readonly operation: Operation; readonly path: Readonly<Record<string, string>> }
  /** The path exists, with these methods alone. */
  | { readonly operation: null; readonly methods: readonly string[] }
);

/** Finds the operation for a method and a path below the version segment; null where there is no such path. */
export type Route = (method: string, path: string) => Match | null;

export function createRoute(operations: readonly Operation[]): Route {
  const router = createRouter({ maxParamLength: parameterMaxLength, caseSensitive: true });
  for (const operation of operations) {
    router.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), unused, operation);
  }
  router.compile();
  const methods = [...new Set(operations.map(({ method }) => method))].toSorted();
  const find = (method: Method, path: string) => router.find(method, path);
  return (requested, path) => {
    // HEAD is GET without the body, which Node leaves out by itself.
    const wanted = methods.find((method) => method === (requested === 'HEAD' ? 'GET' : requested));
    const found = wanted && find(wanted, path);
    if (found) return { pattern: found.store.path, operation: found.store, path: definedValues(found.params) };
    const others = methods.flatMap((method) => find(method, path)?.store ?? []);
    const [first] = others;
    if (!first) return null;
    const taken = others.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method));
    return { operation: null, pattern: first.path, methods: taken };
  };
}

/** The router needs a handler; the adapter uses only the matched operation. */
function unused(): void {}

function definedValues(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
