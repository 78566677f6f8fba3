import type { IncomingMessage, ServerResponse } from 'node:http';
import { showRefusal } from '../../rest/errors.ts';
import { sdl } from '../../schema/sdl.ts';
import type { App } from '../context.ts';
import { isUnavailable } from '../db/is-unavailable.ts';
import { DomainError } from '../errors.ts';
import type { RequestFacts } from './request-facts.ts';
import { admit } from './serve-graphql.ts';

/** Seconds until a client should try again while the database is out of reach. */
const unavailableRetryAfter = 2;

interface Exchange {
  readonly requestId: string;
  readonly facts: RequestFacts;
}

/** Answers /graphql/schema: the SDL as text, for a key or the operator's token. Takes one token of the request limit. */
export function createSchemaPage(app: App) {
  let text: string | null = null;
  return async (request: IncomingMessage, response: ServerResponse, { requestId, facts }: Exchange): Promise<void> => {
    try {
      await admit(app, headersOf(request), { requestId, response });
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', 'GET, HEAD');
        throw new DomainError('method_not_allowed');
      }
      text ??= sdl();
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(text);
    } catch (error) {
      const { status, headers, body } = showRefusal(refusalOf(app, error), { publicUrl: app.publicUrl, requestId });
      facts.code = body.code;
      response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    }
  };
}

function headersOf({ headers }: IncomingMessage): Headers {
  const { authorization, 'tidings-platform': platform } = headers;
  return new Headers({
    ...(authorization === undefined ? {} : { authorization }),
    ...(typeof platform === 'string' ? { 'tidings-platform': platform } : {}),
  });
}

function refusalOf(app: App, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (isUnavailable(error)) {
    app.log.warn({ err: error }, 'the database could not serve the schema');
    return new DomainError('unavailable', undefined, { retryAfter: unavailableRetryAfter });
  }
  app.log.error({ err: error }, 'the schema could not be served');
  return new DomainError('internal_error');
}
