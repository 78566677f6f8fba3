import { sdl } from '../../schema/sdl.ts';
import { DomainError } from '../ground/errors/errors.ts';
import type { Door } from './door.ts';
import type { Exchange } from './exchange.ts';

/** Serves /graphql/schema: the SDL as text, for a key or the operator's token. Takes one token of the request limit. */
export function createSchemaPage(door: Door) {
  let text: string | null = null;
  return async (exchange: Exchange): Promise<void> => {
    const { request, response } = exchange;
    try {
      await door.admit(exchange);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', 'GET, HEAD');
        throw new DomainError('method_not_allowed');
      }
      text ??= sdl();
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(text);
    } catch (error) {
      door.refuse(exchange, error);
    }
  };
}
