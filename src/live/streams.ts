/** The open streams of this process: how many there may be, and when each must end (docs/rules.md#live-streams). */
import { DomainError } from '../ground/errors/errors.ts';
import type { Scope } from '../platforms/keys/scopes.ts';
import { type StreamLimits, streamLimits } from './stream-limits.ts';

declare module '../context.ts' {
  interface Parts {
    readonly streams: Streams;
  }

  interface Viewer {
    /** The answer that goes on, while a subscription is executed. */
    readonly stream?: LiveStream;
  }
}

/** One answer to a subscription. */
export interface LiveStream {
  readonly platformId: string | null;
  /** Null: the operator's. */
  readonly apiKeyId: string | null;
  /** Of the caller when the stream was opened; the stream ends when the key loses one. */
  readonly scopes: readonly Scope[];
  /** Aborted when the stream must end. The reason is the error to show; null when the client has left. */
  readonly signal: AbortSignal;
  end(reason: DomainError | null): void;
}

export interface Streams {
  /**
   * Throws `rate_limited` when the key or the keys of its platform have their share, and `unavailable` when the process
   * has all.
   */
  open(caller: Pick<LiveStream, 'platformId' | 'apiKeyId' | 'scopes'>): LiveStream;
  /** Ends every stream and opens no other. */
  close(): void;
  readonly size: number;
}

/** Seconds until another stream may have ended. */
const retryAfter = 5;

export function createStreams({ ofKey, ofPlatform, inAll, life }: StreamLimits = streamLimits): Streams {
  const open = new Set<LiveStream>();
  let closed = false;
  return {
    open({ platformId, apiKeyId, scopes }) {
      if (closed || open.size >= inAll) throw new DomainError('unavailable', undefined, { retryAfter });
      const own = [...open].filter((stream) => stream.apiKeyId === apiKeyId);
      if (own.length >= ofKey) throw full('key has', ofKey);
      const beside = [...open].filter((stream) => stream.apiKeyId !== null && stream.platformId === platformId);
      if (apiKeyId !== null && beside.length >= ofPlatform) throw full('keys of the platform have', ofPlatform);
      const controller = new AbortController();
      const end = (reason: DomainError | null) => {
        clearTimeout(timer);
        open.delete(stream);
        controller.abort(reason);
      };
      const stream: LiveStream = { platformId, apiKeyId, scopes, signal: controller.signal, end };
      const timer = setTimeout(() => end(resumable('The stream has reached its longest life.')), life).unref();
      open.add(stream);
      return stream;
    },
    close() {
      closed = true;
      for (const stream of open) stream.end(resumable('The service is stopping.'));
    },
    get size() {
      return open.size;
    },
  };
}

function full(who: string, limit: number): DomainError {
  const message = `The ${who} ${limit} open subscriptions, which is the limit of one process.`;
  return new DomainError('rate_limited', message, { retryAfter });
}

/** The error with which a stream ends that the caller can resume at once. */
export function resumable(why: string): DomainError {
  return new DomainError('unavailable', `${why} Subscribe again after the last cursor.`, { retryAfter: 0 });
}
