import type { Viewer } from '../src/context.ts';
import type { FieldErrors } from '../src/errors.ts';
import type { Variables } from './variables.ts';

/** Rejects with `not_found` when nothing is at a path value. */
export type RequireExisting = (viewer: Viewer, value: string) => Promise<void>;

/** What the domain does for the adapter beside the documents. */
export interface RestHooks {
  /** By path parameter: the check of those that the OpenAPI file marks with `x-existing`. */
  readonly requireExisting: Readonly<Record<string, RequireExisting>>;
  /**
   * The faults that an operation's verb finds in variables which the OpenAPI file rejects already, under the verb's
   * paths: so the caller is told all of them at once. Rejects with what the verb checks before it looks at them.
   */
  findFaults(viewer: Viewer, operationId: string, variables: Variables): Promise<FieldErrors>;
}
