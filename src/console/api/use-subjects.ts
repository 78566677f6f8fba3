/** Subjects of saved template versions by their ids, for lists whose rows name the version. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from './ask.ts';
import { VersionSubjectsDocument } from './operations.ts';
import { usePlatform } from './use-ask.ts';

/** Ids that the service reads at once. */
const idsMost = 50;

/** Returns the subject of each version, as far as it is known. A saved version never changes. */
export function useSubjects(versions: readonly string[], enabled: boolean): ReadonlyMap<string, string> {
  const platform = usePlatform();
  const wanted = enabled ? [...new Set(versions)] : [];
  // In the order of the list, so that a page that is added asks for its own alone.
  const parts = Array.from({ length: Math.ceil(wanted.length / idsMost) }, (_, part) =>
    wanted.slice(part * idsMost, (part + 1) * idsMost),
  );
  const answers = useQueries({
    queries: parts.map((ids) => ({
      queryKey: ['subjects', platform, ids],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        ask(VersionSubjectsDocument, { ids }, { platform, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return useMemo(
    () =>
      new Map(
        answers
          .flatMap(({ nodes }) => nodes ?? [])
          .flatMap((node) => (node !== null && 'subject' in node ? [[node.id, node.subject] as const] : [])),
      ),
    [answers],
  );
}
