import { giveWay } from '../../ground/give-way/give-way.ts';
import type { Secrets } from '../../ground/secrets.ts';
import { canonicalJson } from './canonical-json.ts';

/** Characters of a long string that are escaped at once: small enough for the part of the heap that is collected soon. */
const pieceCharacters = 32_768;
/** Milliseconds of pieces before other requests run. */
const stretch = 5;

export interface BodyHash {
  readonly hash: Buffer;
  /** Approximate characters of the body as canonical JSON, without the escapes of long strings. */
  readonly length: number;
}

/** Returns the keyed hash of a body's canonical JSON, by which a replay is recognised. */
export async function hashBody(secrets: Secrets, body: unknown): Promise<BodyHash> {
  const hmac = secrets.startBodyHash();
  let length = 0;
  let began = performance.now();
  for (const piece of canonicalJson(body)) {
    if (typeof piece === 'string') {
      hmac.update(piece);
      length += piece.length;
      if (performance.now() - began > stretch) began = await afterOthers();
      continue;
    }
    const { long } = piece;
    length += long.length;
    hmac.update('"');
    for (let start = 0; start < long.length; ) {
      const end = wholeCharacters(long, start + pieceCharacters);
      hmac.update(JSON.stringify(long.slice(start, end)).slice(1, -1));
      start = end;
      if (performance.now() - began > stretch) began = await afterOthers();
    }
    hmac.update('"');
  }
  return { hash: hmac.digest(), length };
}

/** Lets other requests run; resolves with the time of going on. */
async function afterOthers(): Promise<number> {
  await giveWay();
  return performance.now();
}

/** Returns `end`, or one more where `end` would split a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  const isSplit =
    isBetween(text.charCodeAt(end - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(end), 0xdc00, 0xdfff);
  return isSplit ? end + 1 : end;
}

function isBetween(code: number, least: number, most: number): boolean {
  return code >= least && code <= most;
}
