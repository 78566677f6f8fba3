/** The open pixel: always the same invisible image, whatever the token (docs/rules.md#open-tracking). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../context.ts';
import { errorStatuses } from '../ground/errors/error-status.ts';
import { isMailProxy } from '../people/mail-proxies.ts';
import { recordOpen } from '../people/record-open.ts';

/** One transparent point. */
const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export async function answerOpenPixel(
  app: App,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(errorStatuses.method_not_allowed, { Allow: 'GET, HEAD' }).end();
    return;
  }
  if (request.method === 'GET') {
    // A mail shows its images even when the database cannot write.
    const userAgent = request.headers['user-agent'] ?? '';
    const open = app.parts.linkRoom.run(token, isMailProxy(userAgent) ? 'by machine' : 'by person', () =>
      recordOpen(app, token, userAgent),
    );
    await open.catch((error: unknown) => app.log.warn({ err: error }, 'recording an open failed'));
  }
  response.writeHead(200, {
    'Content-Type': 'image/gif',
    'Content-Length': image.length,
    'Cache-Control': 'no-store, private',
  });
  response.end(request.method === 'HEAD' ? undefined : image);
}
