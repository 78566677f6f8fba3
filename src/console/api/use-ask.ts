/** Hooks that read and write with the operations of src/console/operations, for the platform in the address bar. */
import {
  keepPreviousData,
  type UseMutationResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ask, type Document } from './ask.ts';
import { type Fault, faultOf } from './fault.ts';

/** Milliseconds between two reads of a list that is shown live. */
export const liveEvery = 2_000;

/** The platform that an operator looks at; null for an API key. */
export function usePlatform(): string | null {
  const { platform } = useSearch({ strict: false }) as { readonly platform?: string };
  return platform ?? null;
}

interface ReadOptions {
  readonly enabled?: boolean;
  /** Milliseconds; the page reads again as long as it is visible. */
  readonly every?: number | false;
  /** Whether the answer to the last variables is shown until the next one comes. */
  readonly keep?: boolean;
  /** Whether an answer of a moment ago is only shown until the next one comes. */
  readonly anew?: boolean;
}

export interface Reading<Data> {
  readonly data: Data | undefined;
  readonly fault: Fault | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

export function useAsk<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { enabled = true, every = false, keep = false, anew = false }: ReadOptions = {},
): Reading<Data> {
  const platform = usePlatform();
  const query = useQuery({
    queryKey: ['ask', platform, String(document), variables],
    queryFn: ({ signal }) => ask(document, variables, { platform, signal }),
    enabled,
    refetchInterval: every,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(anew ? { staleTime: 0 } : {}),
  });
  return {
    data: query.data,
    fault: query.error ? faultOf(query.error) : null,
    isPending: query.isPending,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  };
}

/** A page of a list. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

export interface Listing<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly fault: Fault | null;
  readonly hasMore: boolean;
  readonly isFetchingMore: boolean;
  readonly retry: () => void;
  readonly more: () => void;
}

interface ReadList<Row> extends Listing<Row> {
  /** Whether `rows` answer earlier variables. */
  readonly isEarlier: boolean;
}

/** A list that is read page by page. `live`: its first page is read again and again until a second one is shown. */
export function useList<Data, Variables extends { readonly after?: string | null | undefined }, Row>(
  document: Document<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  pageOf: (data: Data) => Page<Row> | null | undefined,
  { enabled = true, live = false }: { readonly enabled?: boolean; readonly live?: boolean } = {},
): ReadList<Row> {
  const platform = usePlatform();
  const query = useInfiniteQuery({
    queryKey: ['list', platform, String(document), variables],
    queryFn: ({ pageParam, signal }) =>
      ask(document, { ...variables, after: pageParam } as Variables, { platform, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => {
      const info = pageOf(last)?.pageInfo;
      return info?.hasNextPage ? (info.endCursor ?? null) : null;
    },
    enabled,
    refetchInterval: ({ state }) => (live && (state.data?.pages.length ?? 1) === 1 ? liveEvery : false),
    placeholderData: keepPreviousData,
  });
  return {
    rows: query.data?.pages.flatMap((page) => pageOf(page)?.nodes ?? []),
    fault: query.error ? faultOf(query.error) : null,
    isEarlier: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    retry: () => void query.refetch(),
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
  };
}

/** A change. Everything that the page shows is read again after it, but where it changes nothing, such as a download. */
export function useAct<Data, Variables>(
  document: Document<Data, Variables>,
  { changesNothing = false }: { readonly changesNothing?: boolean } = {},
): UseMutationResult<Data, Error, Variables> {
  const platform = usePlatform();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => ask(document, variables, { platform }),
    // Not waited for: a page of a deleted object would be gone before the caller can leave it.
    onSuccess: () => {
      if (!changesNothing) void client.invalidateQueries();
    },
  });
}
