/** Signing in and out, and who is signed in as long as the page is open. */
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { askSession, type Credential, readViewer } from './viewer.ts';

export const viewerQuery = queryOptions({
  queryKey: ['viewer'],
  queryFn: readViewer,
  staleTime: Number.POSITIVE_INFINITY,
});

export async function signIn(credential: Credential): Promise<void> {
  await askSession('POST', credential);
  queryClient.clear();
}

export async function signOut(): Promise<void> {
  await askSession('DELETE');
  queryClient.clear();
}
