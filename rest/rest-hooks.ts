import type { Viewer } from '../src/context.ts';
import type { FieldErrors } from '../src/errors.ts';
import type { Variables } from './variables.ts';

/** The state of a platform's request limit after one request took its token; times in seconds. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfter: number;
}

/** What the process around the adapter does for it. */
export interface RestHooks {
  /** Whom the `Authorization` header stands for; rejects with `unauthenticated`. */
  authenticate(authorization: string | undefined, requestId: string): Promise<Viewer>;
  /** Takes one token of the platform's request limit. */
  takeToken(viewer: Viewer): Promise<Allowance>;
  /** Rejects with `not_found` when no workspace is at a path value: 404 comes before the faults of a body sent to it. */
  requireWorkspace(viewer: Viewer, workspace: string): Promise<void>;
  /**
   * The faults that an operation's verb finds in variables which the contract refuses already, under the verb's paths:
   * so the caller is told all of them at once. Rejects with what the verb refuses before it looks at them.
   */
  findFaults(viewer: Viewer, operationId: string, variables: Variables): Promise<FieldErrors>;
  /** Whether an error says that the database cannot do the work now (503), not that we have a bug (500). */
  isUnavailable(error: unknown): boolean;
}
