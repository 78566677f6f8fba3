/** HTTP requests of the attacker, as many at once as it likes. */
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { type Answer, readAnswer, unanswered } from './reply.ts';

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Left out: no Authorization. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export function createSender(url: string, patience: number) {
  const dispatcher = new Agent({
    connections: null,
    connectTimeout: patience,
    headersTimeout: patience,
    bodyTimeout: patience,
  });
  return {
    async send({ method, path, token, headers, body }: HttpRequest): Promise<Answer> {
      try {
        const response = await request(`${url}${path}`, {
          dispatcher,
          method: method ?? (body === undefined ? 'GET' : 'POST'),
          headers: {
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined
            ? {}
            : { body: typeof body === 'string' || body instanceof Uint8Array ? body : Readable.from(body) }),
        });
        return readAnswer(response.statusCode, await response.body.text());
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        return unanswered(code.includes('TIMEOUT') ? 'no answer' : `connection lost (${code || String(error)})`);
      }
    },
    close: () => dispatcher.destroy(),
  };
}
