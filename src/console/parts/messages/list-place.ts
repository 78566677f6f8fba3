/** The list of messages as it was left, for the way back from one of them. It ends with the session. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MessageSearch } from './message-search.ts';

const key = ['list of messages'] as const;

/** `search`: of the address bar. */
export function useKeepPlace(search: MessageSearch): void {
  const client: QueryClient = useQueryClient();
  useEffect(() => {
    client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData<MessageSearch>(key, search);
  }, [client, search]);
}

/** Undefined where no list was shown before. */
export function usePlaceLeft(): MessageSearch | undefined {
  return useQueryClient().getQueryData<MessageSearch>(key);
}
