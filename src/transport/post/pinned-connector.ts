/** Opens TLS connections to one checked address, whatever the host's name resolves to by then. */
import { constants } from 'node:crypto';
import type { SocketConstructorOpts } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { isPublicAddress } from './check-address.ts';
import type { EndpointTarget } from './check-url.ts';
import { type ConnectStage, connectTimeout, noteConnectFailure } from './post-failure.ts';

/** Current receivers support it; 1.0 and 1.1 are deprecated (RFC 8996). */
const tlsMin = 'TLSv1.2';

/** A silent address leaves time to try another one; the second repeat of a lost SYN fits in (ms). */
const connectTimeoutMs = 4_000;

/** Bytes read at once; the head of a response is shorter as a rule. */
const readBytes = 4_096;

interface PinnedConnectorOptions {
  readonly target: EndpointTarget;
  readonly address: string;
  /** PEM of the only trusted authority; null: the authorities of the system. */
  readonly ca: string | null;
  /** For the whole attempt, so for the handshake too. */
  readonly timeoutMs: number;
}

/**
 * Opens one connection; rejects with an error that says at which stage the connection failed. What the receiver sends
 * goes to `onBytes`, which must not keep the bytes: their memory is written again. The socket has no event 'data'.
 */
export type Connect = (onBytes: (bytes: Buffer) => void) => Promise<TLSSocket>;

export function createPinnedConnector(options: PinnedConnectorOptions): Connect {
  const { target, address } = options;
  let session: Buffer | undefined;
  return (onBytes) =>
    new Promise((resolve, reject) => {
      if (!target.dev && !isPublicAddress(address)) {
        reject(noteConnectFailure(new Error('address refused'), 'address'));
        return;
      }
      const started = performance.now();
      let stage: ConnectStage = 'connecting';
      const socket = connect({
        host: address,
        port: target.port,
        servername: target.host,
        minVersion: tlsMin,
        // In TLS 1.2 a receiver could otherwise have handshakes without end on one connection.
        secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
        ALPNProtocols: ['http/1.1'],
        ...readingInto(onBytes),
        ...(options.ca === null ? {} : { ca: options.ca }),
        ...(session === undefined ? {} : { session }),
      });
      const giveUp = (ms: number) => setTimeout(() => socket.destroy(connectTimeout()), ms);
      let timer = giveUp(Math.min(connectTimeoutMs, options.timeoutMs));
      const onError = (error: Error) => {
        clearTimeout(timer);
        session = undefined;
        reject(noteConnectFailure(error, stage));
      };
      socket.setNoDelay(true);
      // A socket can fail once more while it is destroyed, when it has no other listener.
      socket.on('error', () => undefined);
      socket.on('session', (ticket) => {
        session = ticket;
      });
      socket.once('connect', () => {
        stage = 'handshake';
        clearTimeout(timer);
        timer = giveUp(Math.max(0, started + options.timeoutMs - performance.now()));
      });
      socket.once('error', onError);
      socket.once('secureConnect', () => {
        clearTimeout(timer);
        socket.off('error', onError);
        resolve(socket);
      });
    });
}

/** One buffer for all reads of a connection, instead of a new one of 64 KiB for each short response. */
function readingInto(onBytes: (bytes: Buffer) => void) {
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  const callback = (count: number) => {
    onBytes(buffer.subarray(0, count));
    return true;
  };
  // The types of a TLS connection lack the option, which it passes on.
  return { onread: { buffer, callback } } satisfies Pick<SocketConstructorOpts, 'onread'>;
}
