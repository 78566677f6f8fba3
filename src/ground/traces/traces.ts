/**
 * Traces of requests and of what they cause (docs/rules.md#traces): off unless a collector is configured, and then they
 * cost nothing. src/ground/traces/open-traces.ts makes those of OpenTelemetry.
 */

/** What a span says: ids, names of ours and numbers, never an address, a payload or foreign text. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

export interface Span {
  /** For a row, so that later work goes on from the span; null: the span is not recorded. */
  readonly ids: Buffer | null;
  /** Facts that are null are left out. `name`: another than at the beginning. */
  end(facts?: Facts, more?: { readonly name?: string; readonly hasFailed?: boolean }): void;
}

/** The kinds of OpenTelemetry: of a request taken, of work in this process, of work out of a queue, of a request made. */
export type SpanKind = 'server' | 'internal' | 'consumer' | 'client';

export interface Part {
  readonly name: string;
  readonly kind: SpanKind;
  readonly facts: Facts;
  /** When it began; default: now. */
  readonly since?: Date;
}

export interface Traces {
  /** The span of a request, which goes on from the caller's where the header `traceparent` names one. */
  ofRequest(traceparent: string | readonly string[] | undefined): Span;
  /** A span that goes on from the ids of a row; with null it is not recorded. */
  part(of: Uint8Array | null, part: Part): Span;
  /** Sends what is left, for a short time. */
  close(): Promise<void>;
}

/** Is not recorded. */
export const noSpan: Span = { ids: null, end: () => undefined };

export const noTraces: Traces = {
  ofRequest: () => noSpan,
  part: () => noSpan,
  close: async () => undefined,
};
