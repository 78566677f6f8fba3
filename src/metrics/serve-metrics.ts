/**
 * The port of metrics (docs/rules.md#metrics): `/metrics` for Prometheus, and `/livez` and `/readyz` for what watches a process
 * without the role `api`. It knows no other path, and takes no bodies.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { listenFault } from '../ground/config/config.ts';
import { errorStatuses } from '../ground/errors/error-status.ts';

export interface MetricsSource {
  /** In Prometheus' text format. */
  metrics(): Promise<string>;
  readiness(): Promise<ShownReadiness>;
}

export interface ShownReadiness {
  readonly isReady: boolean;
  /** For JSON, without secrets. */
  readonly shown: object;
}

export interface MetricsPort {
  readonly url: string;
  close(): Promise<void>;
}

/** Connections at once: scrapers are few. */
const connectionsMax = 50;
/** For the head of a request; milliseconds. */
const headTime = 5_000;
/** Bytes of the head of a request. */
const headMax = 8 * 1_024;

const textFormat = 'text/plain; version=0.0.4; charset=utf-8';

interface Place {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/** Rejects with a configuration error where another program has the port. */
export async function serveMetrics({ host, port }: Place, source: MetricsSource): Promise<MetricsPort> {
  const server = createServer({ maxHeaderSize: headMax, headersTimeout: headTime, requestTimeout: headTime });
  server.maxConnections = connectionsMax;
  server.on('request', (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads) return send(response, errorStatuses.not_found, 'text/plain', 'Not found\n');
    answer(path, source, response).catch(() => {
      if (response.headersSent) response.destroy();
      else send(response, errorStatuses.internal_error, 'text/plain', 'The metrics could not be read\n');
    });
  });
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw listenFault('METRICS_PORT', port, error);
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(path: string, source: MetricsSource, response: ServerResponse): Promise<void> {
  if (path === '/metrics') return send(response, 200, textFormat, await source.metrics());
  if (path === '/livez') return send(response, 200, 'application/json', '{"status":"ok"}');
  if (path !== '/readyz') return send(response, errorStatuses.not_found, 'text/plain', 'Not found\n');
  const { isReady, shown } = await source.readiness();
  const body = JSON.stringify({ status: isReady ? 'ok' : 'unavailable', ...shown });
  return send(response, isReady ? 200 : errorStatuses.unavailable, 'application/json', body);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}
