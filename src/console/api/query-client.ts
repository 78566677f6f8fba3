/** What the page has read, and when it reads again. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { faultOf } from './fault.ts';

/** Milliseconds for which an answer is shown again without another request. */
const freshFor = 2_000;
/** Retries of a read that failed for a cause that passes. */
const retriesMax = 2;
const passing = new Set(['offline', 'unavailable', 'rate_limited', 'internal_error']);

type OnSignedOut = () => void;
let onSignedOut: OnSignedOut = () => undefined;

/** Called when the service says that the session has ended. */
export function whenSignedOut(signedOut: OnSignedOut): void {
  onSignedOut = signedOut;
}

/** Leads to the sign-in. */
export function tellEnd(): void {
  onSignedOut();
}

/** Leads to the sign-in where the error says that the session has ended. */
export function lookForEnd(error: unknown): void {
  if (faultOf(error).code === 'unauthenticated') tellEnd();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: lookForEnd }),
  mutationCache: new MutationCache({ onError: lookForEnd }),
  defaultOptions: {
    queries: {
      staleTime: freshFor,
      retry: (count, error) => count < retriesMax && passing.has(faultOf(error).code),
      // Without a network the page says so, instead of waiting in silence.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
