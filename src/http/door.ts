/**
 * The door of REST, GraphQL and the schema's text: authentication, the request limit and its headers, bodies and their
 * room, and the rejection of requests. Each API shows errors in its own shape.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { App, Viewer } from '../context.ts';
import { currentRequest } from '../db/connections/party.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { type RequestAllowance, takeRequestToken } from '../platforms/limits/request-limit.ts';
import { authenticate, type Credentials } from './authenticate.ts';
import type { BodyLimits } from './bodies/body-limits.ts';
import { readFileBody } from './bodies/read-file-body.ts';
import { type JsonBody, readJsonBody } from './bodies/read-json-body.ts';
import { refusalOf } from './errors/refusal-of.ts';
import { showRefusal } from './errors/show-refusal.ts';
import type { Exchange } from './exchange.ts';
import type { EndRead, ReadRoom } from './reads/read-room.ts';
import type { RequestRoom } from './request-room.ts';
import { sendAnswer } from './send-answer.ts';

export interface DoorParts {
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  /** Where bodies take their room. */
  readonly bodyRoom: RequestRoom;
  /** Where reads take their turns. */
  readonly readRoom: ReadRoom;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Returns the sender of the request; rejects with `unauthenticated`. */
  authenticate(credentials: Credentials): Promise<Viewer>;
  /** Takes `count` tokens of a platform's request limit; takes none when fewer are left. */
  takeTokens(platformId: string, count: number): Promise<RequestAllowance>;
}

/** Whose request limit a request takes from. */
type Sender = Pick<Viewer, 'operator' | 'platformId'>;

export interface Door {
  readonly publicUrl: string;
  /**
   * Takes one token of the request limit and returns the sender. `session`: the token of a session of the console, for a
   * door that accepts sessions. Rejects with `unauthenticated`, `rate_limited`, `platform_suspended`.
   */
  admit(exchange: Exchange, session?: string): Promise<Viewer>;
  /**
   * Takes further tokens of the sender's platform; rejects with `rate_limited` when fewer are left. An operator has no
   * limit.
   */
  takeTokens(sender: Sender, response: ServerResponse, count: number): Promise<void>;
  /** Reads the body; `headers` replace those of the request that describe the body. */
  readBody(exchange: Exchange, viewer: Viewer, limits: BodyLimits, headers?: IncomingHttpHeaders): Promise<JsonBody>;
  /** Reads the body as a file, chunk by chunk (docs/rules.md#file-bodies). */
  readFile(exchange: Exchange, viewer: Viewer): AsyncIterable<Buffer>;
  /** Waits until a read of `size` (read-room.ts) may be executed beside the others; rejects with `unavailable`. */
  beginRead(exchange: Exchange, viewer: Viewer, size: number): Promise<EndRead>;
  /** Whether a read of the platform was heavy in the last minute. */
  isHeavyReader(viewer: Viewer): boolean;
  /** The error that the response shows. Anything but a `DomainError` is logged and shown as `internal_error`. */
  refusalOf(error: unknown, exchange?: Exchange): DomainError;
  /** Sends the error of `refusalOf` as JSON. */
  refuse(exchange: Exchange, error: unknown): void;
}

/** The door of the process. */
export function doorOf(app: App): Door {
  return createDoor({
    publicUrl: app.publicUrl,
    bodyRoom: app.parts.bodyRoom,
    readRoom: app.parts.readRoom,
    log: app.log,
    authenticate: (credentials) => authenticate(app, credentials),
    takeTokens: (platformId, count) => takeRequestToken(app, platformId, count),
  });
}

export function createDoor({ publicUrl, bodyRoom, readRoom, log, ...parts }: DoorParts): Door {
  return {
    publicUrl,
    async admit(exchange, session) {
      const { request, response, requestId, facts } = exchange;
      const { authorization, 'tidings-platform': platform } = request.headers;
      const named = typeof platform === 'string' ? platform : undefined;
      const viewer = await parts.authenticate({ authorization, platform: named, session, requestId });
      exchange.caller = callerOf(viewer);
      facts.platform = viewer.platformId;
      facts.key = viewer.apiKeyId;
      await takeTokens(viewer, response, 1);
      if (viewer.isSuspended) throw new DomainError('platform_suspended');
      return viewer;
    },
    takeTokens,
    readBody({ request }, viewer, limits, headers = request.headers) {
      return readJsonBody(request, { limits, headers, platformId: callerOf(viewer), room: bodyRoom });
    },
    readFile: ({ request }, viewer) => readFileBody(request, { platformId: callerOf(viewer), room: bodyRoom }),
    beginRead: ({ response }, viewer, size) => readRoom.begin(response, callerOf(viewer), size),
    isHeavyReader: (viewer) => readRoom.isHeavy(callerOf(viewer)),
    refusalOf: shownFor,
    refuse(exchange, error) {
      const { response, requestId, facts } = exchange;
      const refusal = showRefusal(shownFor(error, exchange), { publicUrl, requestId });
      facts.code = refusal.body.code;
      sendAnswer(response, refusal);
    },
  };

  async function takeTokens(sender: Sender, response: ServerResponse, count: number): Promise<void> {
    if (sender.operator || sender.platformId === null) return;
    const { allowed, limit, remaining, resetSeconds, retryAfter } = await parts.takeTokens(sender.platformId, count);
    response.setHeader('RateLimit-Limit', limit);
    response.setHeader('RateLimit-Remaining', Math.max(0, Math.floor(remaining)));
    response.setHeader('RateLimit-Reset', Math.ceil(resetSeconds));
    if (!allowed) throw new DomainError('rate_limited', undefined, { retryAfter });
  }

  function shownFor(error: unknown, exchange?: Exchange): DomainError {
    const request = exchange ?? currentRequest();
    return refusalOf(log, error, {
      ...(request && { requestId: request.requestId, platform: request.facts.platform, key: request.facts.key }),
      hasLeft: exchange?.request.readableAborted ?? false,
    });
  }
}

/** The name under which a viewer shares room with others. */
const callerOf = ({ platformId }: Viewer) => platformId ?? 'operator';
