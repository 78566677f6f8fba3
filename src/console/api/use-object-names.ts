/** Names of objects by their ids, for lists that keep ids alone. */
import { useQueries } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { ObjectNamesDocument, type ObjectNamesQuery } from './operations.ts';
import { usePlatform } from './use-ask.ts';

/** Ids that the service reads at once. */
const idsMost = 50;

/** Returns the name of an object, as far as it is known; null for one that is gone, and where `enabled` is false. */
export function useObjectNames(ids: readonly string[], enabled: boolean): (id: string) => string | null {
  const platform = usePlatform();
  const wanted = enabled ? [...new Set(ids)] : [];
  // In the order of the list, so that a page that is added asks for its own alone.
  const parts = Array.from({ length: Math.ceil(wanted.length / idsMost) }, (_, part) =>
    wanted.slice(part * idsMost, (part + 1) * idsMost),
  );
  const names = useQueries({
    queries: parts.map((part) => ({
      queryKey: ['names', platform, part],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        ask(ObjectNamesDocument, { ids: part }, { platform, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data?.nodes ?? []).flatMap(nameOf))),
  });
  return (id) => names.get(id) ?? null;
}

type Found = NonNullable<ObjectNamesQuery['nodes']>[number];

function nameOf(found: Found): readonly (readonly [id: string, name: string])[] {
  if (found === null || !('id' in found)) return [];
  if ('url' in found) return [[found.id, found.url]];
  if ('domain' in found) return [[found.id, found.domain]];
  if ('lastFour' in found) return [[found.id, `…${found.lastFour}`]];
  return [[found.id, found.name]];
}
