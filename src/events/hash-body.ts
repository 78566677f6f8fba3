import type { Secrets } from '../secrets.ts';
import { otherWork } from '../turns/other-work.ts';
import { canonicalJson } from './canonical-json.ts';

/** Characters that are hashed before other requests have their turn; some 5 ms. */
const pieceCharacters = 1_000_000;

export interface BodyHash {
  readonly hash: Buffer;
  /** Of the body as canonical JSON, about: characters, without the escapes of long strings. */
  readonly length: number;
}

/** The keyed hash of a body's canonical JSON, by which a replay is known. */
export async function hashBody(secrets: Secrets, body: unknown): Promise<BodyHash> {
  const hmac = secrets.startBodyHash();
  let length = 0;
  for (const piece of canonicalJson(body)) {
    if (typeof piece === 'string') {
      hmac.update(piece);
      length += piece.length;
      continue;
    }
    const { long } = piece;
    length += long.length;
    hmac.update('"');
    for (let start = 0; start < long.length; ) {
      const end = wholeCharacters(long, start + pieceCharacters);
      hmac.update(JSON.stringify(long.slice(start, end)).slice(1, -1));
      start = end;
      await otherWork();
    }
    hmac.update('"');
  }
  return { hash: hmac.digest(), length };
}

/** `end`, or one more where a surrogate pair would be cut in two. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end + 1 : end;
}
