/**
 * Reads a request body as a JSON object, in the room of its platform. REST and GraphQL read their bodies here alone
 * (docs/rules.md#body-format).
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readJson } from '../json/read-json.ts';
import type { ReleaseRoom, RequestRoom } from '../request-room.ts';
import type { BodyLimits } from './body-limits.ts';
import { readBody } from './read-body.ts';

export interface JsonBodyTerms {
  readonly limits: BodyLimits;
  readonly platformId: string;
  readonly room: RequestRoom;
  /** The headers that say how the body is written. */
  readonly headers: IncomingHttpHeaders;
}

export interface JsonBody {
  /** Undefined when the request has no body, or `null` for one. */
  readonly value: object | undefined;
  /** Length of the body in bytes. */
  readonly bytes: number;
  /** Call when the work on the request is done: the parsed objects live as long. */
  readonly release: ReleaseRoom;
}

/** Rejects with the errors of `readBody`, and with `validation_failed` for anything but a JSON object. */
export async function readJsonBody(request: IncomingMessage, terms: JsonBodyTerms): Promise<JsonBody> {
  const { limits, headers, platformId, room } = terms;
  const { bytes, release } = await readBody(request, { limit: limits.bytes, platformId, room });
  // `readJson` takes the buffer over, so the length is read before.
  const { length } = bytes;
  try {
    const value = length > 0 ? await readJson(bytes, headers, limits.nodes) : null;
    return { value: value ?? undefined, bytes: length, release };
  } catch (error) {
    release();
    throw error;
  }
}
