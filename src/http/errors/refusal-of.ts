import type { Logger } from 'pino';
import { isUnavailable } from '../../db/connections/is-unavailable.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { ClientGone } from '../connections/client-gone.ts';

/** What is known of the request that failed. */
interface Failed {
  readonly requestId?: string;
  /** Ids of the platform and of the API key. */
  readonly platform?: string | null;
  readonly key?: string | null;
  /** Whether the client disconnected while it was sending: that is no error of the service. */
  readonly hasLeft?: boolean;
}

/** The error that a response shows. Anything but a `DomainError` is logged and shown as `internal_error`. */
export function refusalOf(
  log: Pick<Logger, 'error' | 'warn'>,
  error: unknown,
  { hasLeft = false, ...ids }: Failed = {},
): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof ClientGone || (hasLeft && isReset(error))) return new DomainError('internal_error');
  const line = { err: error, ...ids };
  if (isUnavailable(error)) {
    log.warn(line, 'The database could not serve a request');
    return new DomainError('unavailable');
  }
  if (!hasLeft) log.error(line, 'A request failed');
  return new DomainError('internal_error');
}

/** Whether this is the error of a connection that the other side has closed. The database's may look the same. */
function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}
