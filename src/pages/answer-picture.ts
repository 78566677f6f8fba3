/** A picture of a mail, for anybody who has its address (docs/rules.md#address-of-a-picture). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../context.ts';
import { errorStatuses } from '../ground/errors/error-status.ts';
import { readPictureAddress } from '../pictures/picture-address.ts';

/** Seconds in a year: the bytes of an address never change. */
const keptFor = 31_536_000;

export async function answerPicture(
  app: App,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(errorStatuses.method_not_allowed, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const address = readPictureAddress(name);
  const picture = address === null ? null : await app.parts.pictures.read(address);
  if (address === null || picture === null) {
    response.writeHead(errorStatuses.not_found, { 'Cache-Control': 'no-store' }).end();
    return;
  }
  const tag = `"${address.toString('hex')}"`;
  const headers = {
    'Cache-Control': `public, max-age=${keptFor}, immutable`,
    // Mail apps in a browser show it on pages of their own.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: tag,
  };
  const known = request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
  if (known) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    'Content-Type': picture.mediaType,
    'Content-Length': picture.content.length,
    'Content-Disposition': 'inline',
  });
  response.end(request.method === 'HEAD' ? undefined : picture.content);
}
