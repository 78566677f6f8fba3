/** Why an attempt to post failed, in the words of the webhook record (docs/rules.md#webhook-attempt). */

export type PostError = 'timeout' | 'tls' | 'dns' | 'address_refused' | 'redirect' | 'connection' | 'status';

/**
 * The stage of a connection when it failed; the connector records the stage, since the error alone does not show it.
 */
export type ConnectStage = 'address' | 'connecting' | 'handshake';

const connectTimeoutCode = 'CONNECT_TIMEOUT';

const stages = new WeakMap<Error, ConnectStage>();

export function noteConnectFailure(error: Error, stage: ConnectStage): Error {
  stages.set(error, stage);
  return error;
}

/** The error of an address that is silent. */
export function connectTimeout(): Error {
  return Object.assign(new Error('The connection took too long'), { code: connectTimeoutCode });
}

/** True when no byte of the request can have been sent, so that another address may be tried. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && stages.has(error);
}

/** Codes of a peer that disconnected: no verdict about TLS, even during its handshake. */
const goneCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ECONNREFUSED', 'ETIMEDOUT'];

export function classifyPostFailure(error: unknown): PostError {
  if (!(error instanceof Error)) return 'connection';
  const code = 'code' in error ? error.code : undefined;
  const stage = stages.get(error);
  if (stage === 'address') return 'address_refused';
  if (code === connectTimeoutCode) return 'timeout';
  if (stage === 'handshake') return goneCodes.includes(code) ? 'connection' : 'tls';
  // In TLS 1.3 the peer's rejection can arrive after the handshake looked finished on this side.
  return typeof code === 'string' && (code === 'EPROTO' || code.startsWith('ERR_SSL_')) ? 'tls' : 'connection';
}
