import type { Viewer } from '../src/context.ts';
import type { DomainError, FieldErrors } from '../src/ground/errors/errors.ts';
import type { Exchange } from '../src/http/exchange.ts';
import type { Variables } from './variables.ts';

/** Rejects with `not_found` when no resource has the path value. */
export type RequireExisting = (viewer: Viewer, value: string) => Promise<void>;

/** A request whose input was rejected. `body`: of a batch, the item. */
export interface RefusedRequest {
  readonly requestId: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly error: unknown;
}

/** A file that a request brings, and the place that was made for it. */
export interface ReceivedFile {
  readonly path: Readonly<Record<string, unknown>>;
  readonly id: string;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Functions of the domain that the adapter needs beside the documents. */
export interface RestHooks {
  /** Rejects with `forbidden` when the sender lacks a right that the document of an operation needs. */
  authorize(viewer: Viewer, needs: readonly string[]): void;
  /** By path parameter: the check of parameters that the OpenAPI file marks with `x-existing`. */
  readonly requireExisting: Readonly<Record<string, RequireExisting>>;
  /** Returns the tokens of the request limit that a request takes; 1 where there is no such function. */
  tokensOf?(operationId: string, body: unknown): number;
  /**
   * Returns the faults that an operation's verb finds in variables which the OpenAPI file already rejects, under the
   * verb's paths, so that the response has all faults. Rejects with the errors of checks that come before the fields.
   */
  findFaults(viewer: Viewer, operationId: string, variables: Variables): Promise<FieldErrors>;
  /**
   * The same for each item of a batch, in their order, under the verb's paths in the item; an item whose error comes
   * before its fields has that instead. The items are those that the OpenAPI file rejects. Null: `findFaults` finds all.
   */
  findItemFindings?(
    viewer: Viewer,
    operationId: string,
    variables: Variables,
  ): Promise<readonly (FieldErrors | DomainError)[] | null>;
  /** Takes the file of a request in the place that its document made. A file that does not come to its end leaves nothing. */
  receive?(viewer: Viewer, operationId: string, file: ReceivedFile): Promise<void>;
  /** Sends the file that a document has prepared as the response. Rejects before its first byte alone. */
  download?(exchange: Exchange, prepared: unknown): Promise<void>;
  /** Hears of a request, or of an item of a batch, that was rejected before the document was run. */
  refused?(viewer: Viewer, operationId: string, request: RefusedRequest): void;
}
