import { describe, expect, test } from 'vitest';
import { createResponseReader } from '../../../src/transport/post/response-reader.ts';

interface Seen {
  readonly status: number | null;
  readonly isWhole: boolean;
  readonly keptMs: number;
  /** Whether the bytes were rejected. */
  readonly thrown: boolean;
}

/** Reads `bytes` in pieces of `size` bytes. */
function read(bytes: string, size = Number.POSITIVE_INFINITY): Seen {
  const reader = createResponseReader();
  const all = Buffer.from(bytes, 'latin1');
  let thrown = false;
  try {
    for (let at = 0; at < all.length; at += size) reader.push(all.subarray(at, Math.min(all.length, at + size)));
  } catch {
    thrown = true;
  }
  const { status, isWhole, keptMs } = reader;
  return { status, isWhole, keptMs, thrown };
}

const response = (head: string, body = '') => `HTTP/1.1 ${head}\r\n\r\n${body}`;

/** The response is whole, and its connection is kept for so long. */
const kept = (status: number, keptMs = 4_000) => ({ status, isWhole: true, keptMs, thrown: false });
/** The response is whole, and its connection is not kept. */
const ended = (status: number) => ({ ...kept(status), keptMs: 0 });
/** The status is there, and more may come. */
const open = (status: number) => ({ status, isWhole: false, keptMs: 0, thrown: false });
/** The bytes are rejected, after the status or before it. */
const broken = (status: number | null = null) => ({ status, isWhole: false, keptMs: 0, thrown: true });

const cases: readonly (readonly [name: string, bytes: string, seen: Seen])[] = [
  ['no content', response('204 No Content'), kept(204)],
  ['an empty body', response('200 OK\r\nContent-Length: 0'), kept(200)],
  ['a short body', response('200 OK\r\nContent-Length: 2', 'ok'), kept(200)],
  ['names in any case, blanks around values', response('200 OK\r\ncONTENT-lENGTH: \t2 ', 'ok'), kept(200)],
  ['no reason phrase', response('200\r\nContent-Length: 0'), kept(200)],
  ['an empty reason phrase', response('200 \r\nContent-Length: 0'), kept(200)],
  ['a status of a private class', response('999 Denied\r\nContent-Length: 0'), kept(999)],
  ['a status without a body that names a length', response('304 Not Modified\r\nContent-Length: 9'), kept(304)],
  ['no content with a length', response('204 No Content\r\nContent-Length: 0'), kept(204)],
  ['a name with a blank at its end', response('204 No\r\nContent-Length : 5'), ended(204)],
  ['a line break of LF alone', response('200 OK\r\nContent-Length: 0\nTransfer-Encoding: chunked'), open(200)],
  ['a folded header that looks like one', response('200 OK\r\nContent-Length: 0\r\n Via: x'), open(200)],
  ['a line without a name', response('204 No\r\nX-Broken'), ended(204)],
  ['a line without a name, before another one', response('204 No\r\nX-Broken\r\nA: b'), ended(204)],
  ['a NUL', response('204 No\r\nA: \0'), ended(204)],
  ['a body that has not come', response('200 OK\r\nContent-Length: 2', 'o'), open(200)],
  ['a body to the end of the connection', response('200 OK', 'ok'), open(200)],
  ['informational responses before the final one', `${response('100 Continue')}${response('103 Hints\r\nLink: </a>')}${response('204 No')}`, kept(204)],
  ['an informational response alone', response('103 Early Hints'), { ...open(0), status: null }],
  ['twenty-one informational responses', response('103 Early Hints').repeat(21), broken()],
  ['another protocol', response('101 Switching Protocols\r\nUpgrade: h2c'), broken()],
  ['a time to keep the connection', response('204 No\r\nKeep-Alive: timeout=15, max=100'), kept(204, 14_000)],
  ['a time beyond the longest', response('204 No\r\nKeep-Alive: max=5, timeout=86400'), kept(204, 60_000)],
  ['a time too short to be used', response('204 No\r\nKeep-Alive: timeout=1'), ended(204)],
  ['a connection that is to be closed', response('204 No\r\nConnection: Keep-Alive, close'), ended(204)],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', open(200)],
  ['HTTP/2', 'HTTP/2 200\r\n\r\n', broken()],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', broken()],
  ['a status line of another shape', response('2000 OK'), broken()],
  ['two lengths', response('200 OK\r\nContent-Length: 2\r\nContent-Length: 2', 'ok'), open(200)],
  ['a length and a coding', response('200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'), open(200)],
  ['a length that is no number', response('200 OK\r\nContent-Length: +2', 'ok'), open(200)],
  ['a coding beside chunked', response('200 OK\r\nTransfer-Encoding: gzip, chunked', '0\r\n\r\n'), open(200)],
  ['a folded header', response('200 OK\r\nContent-Length: 0\r\n more'), open(200)],
  ['a body of more than is discarded', response('200 OK\r\nContent-Length: 4097'), broken(200)],
  ['an endless body', response('200 OK', 'a'.repeat(4_097)), broken(200)],
  ['a chunked body', response('200 OK\r\nTransfer-Encoding: chunked', '2\r\nok\r\nA;name=value\r\n0123456789\r\n0\r\n\r\n'), kept(200)],
  ['a chunked body that has not ended', response('200 OK\r\nTransfer-Encoding: Chunked', '2\r\nok\r\n0\r\n'), open(200)],
  ['an empty chunked body', response('200 OK\r\nTransfer-Encoding: chunked', '0\r\n\r\n'), kept(200)],
  ['a chunk longer than it says', response('200 OK\r\nTransfer-Encoding: chunked', '2\r\nokay\r\n0\r\n\r\n'), broken(200)],
  ['chunks of no size', response('200 OK\r\nTransfer-Encoding: chunked', 'xyz\r\n'), broken(200)],
  ['trailers', response('200 OK\r\nTransfer-Encoding: chunked', '0\r\nExpires: now\r\n\r\n'), broken(200)],
  ['a size that overflows', response('200 OK\r\nTransfer-Encoding: chunked', 'ffffffffffff\r\n'), broken(200)],
  ['a head without end', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(16_400)}`, broken()],
]; // biome-ignore format: a table of responses

describe('what is read of a response', () => {
  test.each(cases)('%s', (_name, bytes, seen) => {
    expect(read(bytes)).toEqual(seen);
    // However TCP divides the bytes.
    for (const size of [1, 2, 3, 7]) expect(read(bytes, size)).toEqual(seen);
  });

  test.each([
    response('204 No Content'),
    response('200 OK\r\nContent-Length: 2', 'ok'),
    response('200 OK\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
  ])('what follows the response %j is rejected', (bytes) => {
    expect(read(`${bytes}HTTP/1.1 500 Next\r\n\r\n`)).toMatchObject({
      status: Number(bytes.slice(9, 12)),
      thrown: true,
    });
    expect(read(`${bytes}a`, 1)).toMatchObject({ status: Number(bytes.slice(9, 12)), thrown: true });
  });

  test('a drip of single bytes is read in bounded time', () => {
    const before = process.cpuUsage();
    expect(read(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(2_700)}\r\n`, 1).status).toBe(200);
    // 16,000 pieces; a reader that read all before it again would take minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
  });
});
