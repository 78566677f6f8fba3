/**
 * Answers to the console's own page are compressed: fifty rows are 20 kB of much the same words, and a reader on a slow
 * line waits for each (docs/rules.md#console-first-rows). Answers to keys are not: their bytes stay as they were. That the
 * size of an answer tells of its contents helps nobody, since no other site can make the page ask
 * (src/http/console/session-cookie.ts).
 */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'graphql-yoga';
import type { App } from '../../context.ts';
import { brotliLevel, takesBrotli } from '../console/brotli.ts';
import { sessionFor } from '../console/session-cookie.ts';
import type { Exchange } from '../exchange.ts';

const compress = promisify(brotliCompress);
/** Bytes of an answer: fewer fit one packet, more are no page of a list. */
const sizes = { least: 1_400, most: 1_000_000 } as const;

type Place = Pick<App, 'config' | 'publicUrl'>;

export function compressForConsole(place: Place): Plugin<object, { readonly exchange: Exchange }> {
  return {
    async onResponse({ response, setResponse, fetchAPI, serverContext }) {
      const { request } = serverContext.exchange;
      if (!takesBrotli(request)) return;
      if (sessionFor(place, request) === undefined) return;
      if (!/json/.test(response.headers.get('content-type') ?? '')) return;
      const size = Number(response.headers.get('content-length'));
      if (!(size >= sizes.least && size <= sizes.most)) return;
      const body = await compress(await response.text(), {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliLevel,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        },
      });
      const headers = new fetchAPI.Headers(response.headers);
      headers.set('Content-Encoding', 'br');
      headers.set('Content-Length', String(body.length));
      headers.append('Vary', 'Accept-Encoding');
      setResponse(new fetchAPI.Response(body, { status: response.status, statusText: response.statusText, headers }));
    },
  };
}
