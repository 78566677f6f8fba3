import type { App } from '../context.ts';
import { abandonedStatus } from './client-gone.ts';
import type { Exchange } from './exchange.ts';

/**
 * Logs one line when the response has ended. `aborted`: the client disconnected before the response was sent, with the
 * status 499 where none had been sent yet (docs/rules.md#abandoned-requests).
 */
export function logRequest(app: App, { request, response, requestId, facts }: Exchange): void {
  const started = performance.now();
  response.once('close', () => {
    const { operation, path, code } = facts;
    const isWhole = response.writableFinished;
    app.log.info(
      {
        requestId,
        operation,
        method: request.method,
        path,
        status: isWhole || response.headersSent ? response.statusCode : abandonedStatus,
        code,
        durationMs: Math.round(performance.now() - started),
        ...(isWhole ? {} : { aborted: true }),
      },
      'request',
    );
  });
}
