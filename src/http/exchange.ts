/** One request and its response, from the first line of code that sees them. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setStrictHeaders } from './page-headers.ts';
import { newRequestFacts, type RequestFacts } from './request-facts.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Also the header `Request-Id` of the response. */
  readonly requestId: string;
  /** What the log is to say; filled in by the parts that answer. */
  readonly facts: RequestFacts;
}

/** Gives a request its id, and its response the headers that every response has. */
export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const requestId = randomUUID();
  setStrictHeaders(response);
  response.setHeader('Request-Id', requestId);
  return { request, response, requestId, facts: newRequestFacts() };
}
