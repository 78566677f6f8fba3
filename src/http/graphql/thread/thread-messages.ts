/** What the process and its thread of dear queries tell each other; plain values, which threads pass by copy. */
import type { App, Viewer } from '../../../context.ts';
import type { DomainError } from '../../../ground/errors/errors.ts';

/** A page or an object of REST: the field of the document's root, and what links to other pages hold. */
export interface RestRead {
  readonly shape: 'data' | 'page';
  /** Absolute URL without query, and the filters of its query. */
  readonly url: string;
  readonly filters: string;
  /** Most rows of the page. */
  readonly rows: number;
  /** The cursor from which the page was asked; null for the first one. */
  readonly origin: string | null;
  /** Fields that are left out where they are null, or an empty list (rest/omitted-fields.ts). */
  readonly omitted: readonly (readonly string[])[];
  /** Whether the object has its entity tag as a header (rest/etags.ts). */
  readonly isTagged: boolean;
}

/** The body of a response of REST, with the header fields that follow from it. */
export interface ShownRead {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** A query that is checked, with its sender. */
export interface ThreadQuery {
  /** Text of a valid document. */
  readonly text: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewer: Omit<Viewer, 'app' | 'stream'>;
  /** The time of the request; the thread has no clock of its own for what it answers. */
  readonly at: Date;
  /** Added to a response of GraphQL. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** Null for GraphQL. */
  readonly rest: RestRead | null;
}

/** A `DomainError`, by its parts. */
export type ThreadRefusal = Pick<DomainError, 'code' | 'message' | 'details'>;

/** An error of GraphQL, by its parts. */
export interface ThreadError {
  readonly message: string;
  /** In the text of the document. */
  readonly positions: readonly number[] | undefined;
  readonly path: readonly (string | number)[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/**
 * `bytes`: the body of a response with data, which changes its thread without a copy, the code of its first error, and
 * header fields of a response of REST.
 * `data` is null, or holds nothing but nulls. `refusal`: of REST.
 */
export type ThreadAnswer =
  | {
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly code: string | null;
      readonly headers?: ShownRead['headers'];
    }
  | { readonly data: Readonly<Record<string, unknown>> | null; readonly errors: readonly ThreadError[] }
  | { readonly refusal: ThreadRefusal };

export type QueueStates = Awaited<ReturnType<App['wake']['queues']>>;

export type ToThread =
  | { readonly kind: 'query'; readonly id: number; readonly asked: ThreadQuery }
  /** The response to `queues`; null: the process could not read them. */
  | { readonly kind: 'queues'; readonly id: number; readonly states: QueueStates | null }
  | { readonly kind: 'end' };

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ThreadAnswer }
  /** Asks for the state of the queues, whose connections are the process's. */
  | { readonly kind: 'queues'; readonly id: number }
  /** A line of the log. */
  | { readonly kind: 'log'; readonly line: string };
