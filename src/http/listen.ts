/**
 * The HTTP server before it serves, and below it: requests that come while the process starts, and bytes that are no
 * request. They too get an answer in the form of the contract, with a `Request-Id`.
 */
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { showRefusal } from '../../rest/errors.ts';
import { listenFault } from '../config.ts';
import { DomainError, type ErrorCode } from '../errors.ts';
import { isLeftover } from './drain-leftover.ts';
import { inOrder } from './in-order.ts';
import { strictHeaders } from './page-headers.ts';

/**
 * Bytes of a body that a connection holds before anyone asks for them. Node makes a buffer of each chunk of a chunked
 * body: in chunks of one byte, its usual 64 KiB are some twenty MiB.
 */
const readAhead = 4 * 1024;
/** Seconds until a request that came too early is worth another try. */
const startRetryAfter = 2;

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Where it is reached from the same machine. */
  readonly url: string;
  /** Answers requests from now on. */
  serve(listener: RequestListener): void;
}

/** Listens at once, so that the port is known; answers 503 until `serve` is called. */
export async function listen(host: string, port: number, publicUrl: string | null): Promise<Listening> {
  const server = createServer({ highWaterMark: readAhead });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault('PORT', port, error)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  const refuse = (code: ErrorCode, message?: string) => {
    const requestId = randomUUID();
    const details = code === 'unavailable' ? { retryAfter: startRetryAfter } : {};
    const refusal = showRefusal(new DomainError(code, message, details), { publicUrl: publicUrl ?? url, requestId });
    const body = JSON.stringify(refusal.body);
    const headers = {
      ...refusal.headers,
      ...strictHeaders,
      'Request-Id': requestId,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    };
    return { headers, body };
  };

  const early: RequestListener = (_request, response) => {
    const { headers, body } = refuse('unavailable', 'The service is starting.');
    response.writeHead(503, headers).end(body);
  };
  server.on('request', early);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = refuse('validation_failed', 'The service meets no expectation but 100-continue.');
    response.writeHead(417, headers).end(body);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A request that was answered before it was read whole gets no second answer.
    if (error.code === 'ECONNRESET' || !socket.writable || isLeftover(socket)) return socket.destroy();
    const { status, code, message } = unreadable(error);
    const { headers, body } = refuse(code, message);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  });
  return {
    server,
    port: bound,
    url,
    serve(listener) {
      server.off('request', early);
      server.on('request', inOrder(listener));
    },
  };
}

/** What Node could not read as a request. */
function unreadable({ code }: NodeJS.ErrnoException) {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, code: 'payload_too_large', message: 'The address and the headers are too large.' } as const;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        code: 'request_timeout',
        message: 'The request did not come to its end in time.',
      } as const;
    default:
      return { status: 400, code: 'validation_failed', message: 'This is no HTTP request.' } as const;
  }
}
