/** One request and its response, from the first line of code that reads the request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setStrictHeaders } from '../ground/page-headers.ts';
import { noSpan, type Span } from '../ground/traces/traces.ts';
import { newRequestFacts, type RequestFacts } from './request-facts.ts';
import { giveRequestId } from './request-id.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Also the header `Request-Id` of the response (docs/rules.md#request-id). */
  readonly requestId: string;
  /** Facts for the log line; the parts that handle the request fill them in. */
  readonly facts: RequestFacts;
  /** Ended with the response; src/http/log-request.ts says what it has. */
  readonly span: Span;
  /** Id of the platform that the request acts for, or `operator`; null before authentication. */
  caller: string | null;
}

/** Gives the request its id, and the response the headers that every response has. */
export function openExchange(request: IncomingMessage, response: ServerResponse, span: Span = noSpan): Exchange {
  setStrictHeaders(response);
  return { request, response, requestId: giveRequestId(response), facts: newRequestFacts(), span, caller: null };
}
