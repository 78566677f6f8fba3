import { sdl } from '../../schema/sdl.ts';
import { DomainError } from '../errors.ts';
import type { Door } from './door.ts';
import type { Exchange } from './exchange.ts';
import { sendBody } from './send-body.ts';

/** Serves /graphql/schema: the SDL as text, for a key or the operator's token. Takes one token of the request limit. */
export function createSchemaPage(door: Door) {
  let text: Buffer | null = null;
  return async (exchange: Exchange): Promise<void> => {
    const { request, response } = exchange;
    try {
      await door.admit(exchange);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', 'GET, HEAD');
        throw new DomainError('method_not_allowed');
      }
      text ??= Buffer.from(sdl());
      response.writeHead(200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Length': text.length,
        'Cache-Control': 'no-store',
      });
      exchange.sharesBody = true;
      sendBody(exchange, text);
    } catch (error) {
      door.refuse(exchange, error);
    }
  };
}
