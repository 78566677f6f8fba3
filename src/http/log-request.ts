import type { ServerResponse } from 'node:http';
import type { App } from '../context.ts';
import { isProbe } from './answer-probe.ts';
import { abandonedStatus } from './connections/client-gone.ts';
import type { Exchange } from './exchange.ts';

/** Statuses from this one are faults of the service. */
const serverErrors = 500;

/**
 * Logs one line when the response has ended. `aborted`: the client disconnected before the response was sent, with the
 * status 499 where none had been sent yet (docs/rules.md#abandoned-requests). A probe is a line of the level debug: a
 * balancer sends one each second (docs/rules.md#lines-of-requests). Ends the span of the request (docs/rules.md#traces).
 */
export function logRequest(app: App, { request, response, requestId, facts, span }: Exchange): void {
  const started = performance.now();
  response.once('close', () => {
    const { operation, path, code, platform, key } = facts;
    const isWhole = response.writableFinished;
    const status = isWhole || response.headersSent ? response.statusCode : abandonedStatus;
    span.end(
      {
        'http.request.method': request.method ?? null,
        'http.route': path,
        'http.response.status_code': status,
        'tidings.request_id': requestId,
        'tidings.operation': operation,
        'tidings.platform_id': platform,
        'tidings.key_id': key,
        'tidings.error_code': code,
      },
      { name: [request.method, path].filter(Boolean).join(' '), hasFailed: status >= serverErrors },
    );
    const durationMs = performance.now() - started;
    const isOfProbe = path !== null && isProbe(path);
    if (!isOfProbe) {
      app.parts.meters.requests.add(apiOf(path), String(status));
      if (!isStream(response)) app.parts.meters.requestTime.observe(durationMs / 1_000);
    }
    app.log[isOfProbe ? 'debug' : 'info'](
      {
        requestId,
        platform,
        key,
        operation,
        method: request.method,
        path,
        status,
        code,
        durationMs: Math.round(durationMs),
        ...(isWhole ? {} : { aborted: true }),
      },
      'request',
    );
  });
}

/** The API of a path's pattern, one of few words. */
function apiOf(path: string | null): string {
  if (path === null) return 'other';
  if (path.startsWith('/v1')) return 'rest';
  if (path.startsWith('/graphql')) return 'graphql';
  return path.startsWith('/console') ? 'console' : 'pages';
}

/** A subscription lasts as long as its reader wants. */
function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}
