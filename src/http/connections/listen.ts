/**
 * The HTTP server before the service is ready, and its handling of bytes that are no request. Both send an error
 * response with a `Request-Id` (docs/rules.md#request-id).
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { listenFault } from '../../ground/config/config.ts';
import type { ErrorCode } from '../../ground/errors/error-codes.ts';
import { errorStatuses, requestFaults } from '../../ground/errors/error-status.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { strictHeaders } from '../../ground/page-headers.ts';
import { probePort } from '../../ground/ports/probe-port.ts';
import { isLeftover } from '../bodies/drain-leftover.ts';
import { showRefusal } from '../errors/show-refusal.ts';
import { openExchange } from '../exchange.ts';
import { toOriginForm } from '../request-target.ts';
import { sendAnswer } from '../send-answer.ts';
import { createAnswers } from './answers.ts';
import { giveWayBetweenRequests } from './give-way-between-requests.ts';
import { keepConnections } from './keep-connections.ts';
import { type OpenPort, openPort } from './open-port.ts';
import { pipeliningRoom } from './pipelining-room.ts';

/**
 * Bytes of a body that a connection reads ahead. Node makes a buffer for each chunk of a chunked body: in chunks of one
 * byte, Node's default of 64 KiB would take about twenty MiB.
 */
const readAhead = 4 * 1024;

export interface Listening {
  readonly port: number;
  /** Base URL on the same machine. */
  readonly url: string;
  /** Passes requests to `listener` from now on. */
  serve(listener: RequestListener): Promise<void>;
  /** Goes on, but closes each connection after its next answer, also one that is under way. */
  drain(): void;
  /** Accepts nothing more; resolves when the requests under way are answered and every connection has ended. */
  close(): Promise<void>;
  /** Cuts every connection. */
  cut(): void;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | null;
  /** How long a connection is kept between two requests; milliseconds. */
  readonly keepAlive: number;
  /** Other processes accept from the port meanwhile, so this one waits until `serve` is called. */
  readonly isShared: boolean;
}

/**
 * Listens at once, so that the port is known; responds with 503 until `serve` is called. Rejects with a configuration
 * error where another program has the port; of a shared port whoever starts the processes finds that out.
 */
export async function listen({ host, port, publicUrl, keepAlive, isShared }: ListenOptions): Promise<Listening> {
  const server = createServer({ highWaterMark: readAhead });
  keepConnections(server, keepAlive);
  let opened: OpenPort | null = null;
  const open = async () => {
    opened = await openPort(server, { host, port, highWaterMark: readAhead }).catch((error: unknown) => {
      throw listenFault('PORT', port, error);
    });
    return opened.port;
  };
  // The system gives no port that is in use.
  if (!isShared && port !== 0) await probePort(host, port, 'PORT');
  const bound = isShared ? port : await open();
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  const refusalOf = ({ status, code, message }: Unserved, requestId: string) => {
    const shown = showRefusal(new DomainError(code, message), { publicUrl: publicUrl ?? url, requestId });
    return { ...shown, status, headers: { ...shown.headers, Connection: 'close' } };
  };
  const refuse = (unserved: Unserved, request: IncomingMessage, response: ServerResponse) =>
    sendAnswer(response, refusalOf(unserved, openExchange(request, response).requestId));

  const answers = createAnswers();
  server.on('request', answers.follow);
  const early: RequestListener = (request, response) => refuse(starting, request, response);
  server.on('request', early);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    refuse(unexpected, request, response),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A request with an early response gets no second response.
    if (error.code === 'ECONNRESET' || !socket.writable || isLeftover(socket)) return socket.destroy();
    const requestId = randomUUID();
    const refusal = refusalOf(unreadable(error), requestId);
    const body = JSON.stringify(refusal.body);
    const headers = {
      ...refusal.headers,
      ...strictHeaders,
      'Request-Id': requestId,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const { status } = refusal;
    return socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  });
  return {
    port: bound,
    url,
    async serve(listener) {
      server.off('request', early);
      const ordered = pipeliningRoom(giveWayBetweenRequests(listener));
      server.on('request', (request, response) => {
        toOriginForm(request);
        ordered(request, response);
      });
      if (isShared) await open();
    },
    drain: answers.drain,
    async close() {
      answers.drain();
      answers.end();
      const closed = opened?.close();
      server.closeIdleConnections();
      await closed;
    },
    cut: () => server.closeAllConnections(),
  };
}

/** The response to a request that no part of the service handles. */
interface Unserved {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
}

const starting: Unserved = {
  status: errorStatuses.unavailable,
  code: 'unavailable',
  message: 'The service is starting.',
};

const unexpected: Unserved = {
  ...requestFaults.expectation,
  message: 'The service meets no expectation but 100-continue.',
};

/** The response to bytes that Node could not read as a request. */
function unreadable({ code }: NodeJS.ErrnoException): Unserved {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { ...requestFaults.headTooLarge, message: 'The address and the headers are too large.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: errorStatuses.request_timeout,
        code: 'request_timeout',
        message: 'The request did not come to its end in time.',
      };
    default:
      return { ...requestFaults.notHttp, message: 'This is no HTTP request.' };
  }
}
