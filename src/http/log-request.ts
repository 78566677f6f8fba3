import type { App } from '../context.ts';
import type { Exchange } from './exchange.ts';

/** Logs one line when the response has ended. `aborted`: the client disconnected before the response was sent. */
export function logRequest(app: App, { request, response, requestId, facts }: Exchange): void {
  const started = performance.now();
  response.once('close', () => {
    const { operation, path, code } = facts;
    app.log.info(
      {
        requestId,
        operation,
        method: request.method,
        path,
        status: response.statusCode,
        code,
        durationMs: Math.round(performance.now() - started),
        ...(response.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
  });
}
