import type { Viewer } from '../src/context.ts';
import type { FieldErrors } from '../src/ground/errors.ts';
import type { Variables } from './variables.ts';

/** Rejects with `not_found` when no resource has the path value. */
export type RequireExisting = (viewer: Viewer, value: string) => Promise<void>;

/** A request whose input was rejected. */
export interface RefusedRequest {
  readonly requestId: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: object | undefined;
  readonly error: unknown;
}

/** Functions of the domain that the adapter needs beside the documents. */
export interface RestHooks {
  /** Rejects with `forbidden` when the sender lacks a right that the document of an operation needs. */
  authorize(viewer: Viewer, needs: readonly string[]): void;
  /** By path parameter: the check of parameters that the OpenAPI file marks with `x-existing`. */
  readonly requireExisting: Readonly<Record<string, RequireExisting>>;
  /**
   * Returns the faults that an operation's verb finds in variables which the OpenAPI file already rejects, under the
   * verb's paths, so that the response has all faults. Rejects with the errors of checks that come before the fields.
   */
  findFaults(viewer: Viewer, operationId: string, variables: Variables): Promise<FieldErrors>;
  /** Hears of a request that was rejected before its document was run. */
  refused?(viewer: Viewer, operationId: string, request: RefusedRequest): void;
}
