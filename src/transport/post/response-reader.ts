/**
 * Reads the status of an HTTP/1.1 response (RFC 9112), and finds its end, so that the connection can be kept
 * (docs/rules.md#webhook-connections). Only what these two need is read: no header reaches a caller, and no byte of a
 * body is kept.
 */

/** Bytes of the head of a response. */
const headMaxBytes = 16_384;
/** Bytes of a body that is discarded, its framing included, so that the connection can be kept. */
const bodyMaxBytes = 4_096;
/** Informational responses (RFC 9110, section 15.2) before the final one; a server could otherwise send a million. */
const informationalMax = 20;

/** How long an idle connection is kept where the receiver names no time; receivers' own limits often are 5 seconds. */
const keptDefaultMs = 4_000;
const keptMaxMs = 60_000;
/** A connection is closed so long before the receiver would close it. */
const keptMarginMs = 1_000;

const headEnd = '\r\n\r\n';
const start = 'HTTP/1.';

export interface ResponseReader {
  /** The final status; null before the head of the final response is there. */
  readonly status: number | null;
  /** Whether the response is there to its last byte. Without a length it ends with the connection, so never. */
  readonly isWhole: boolean;
  /** How long the connection may be kept idle after the response; milliseconds, 0: not at all. */
  readonly keptMs: number;
  /**
   * Takes the next bytes of the connection, and keeps a copy of what it needs. Throws where they are no response, or one
   * that is too long.
   */
  push(chunk: Buffer): void;
}

type Framing = { readonly kind: 'length'; readonly bytes: number } | { readonly kind: 'chunked' | 'close' };

interface Head {
  readonly status: number;
  readonly framing: Framing;
  readonly keptMs: number;
}

export function createResponseReader(): ResponseReader {
  let head: Head | null = null;
  let isWhole = false;
  /** What came and is not read: the piece of a head, or a chunk that has not ended. Each character is a byte. */
  let rest = '';
  let informational = 0;
  let bodyBytes = 0;

  const readHead = (text: string): void => {
    const searchedBefore = Math.max(0, rest.length - headEnd.length + 1);
    rest += text;
    for (let from = searchedBefore; head === null; from = 0) {
      const end = rest.indexOf(headEnd, from);
      if (!start.startsWith(rest.slice(0, start.length))) throw new Error('The response is not HTTP/1.1');
      if ((end < 0 ? rest.length : end) > headMaxBytes) throw new Error('The head of the response is too long');
      if (end < 0) return;
      const found = headOf(rest.slice(0, end));
      rest = rest.slice(end + headEnd.length);
      if (found.status >= 200) head = found;
      else informational += 1;
      if (informational > informationalMax) throw new Error('Too many informational responses');
    }
    const body = rest;
    rest = '';
    readBody(head.framing, body);
  };

  const readBody = (framing: Framing, text: string): void => {
    bodyBytes += text.length;
    if (framing.kind === 'length') {
      if (bodyBytes > framing.bytes) throw new Error('The response goes on after its end');
      isWhole = bodyBytes === framing.bytes;
      // A body of which the rest would not be discarded is not waited for.
      if (framing.bytes > bodyMaxBytes && !isWhole) throw new Error('The body of the response is too long');
      return;
    }
    if (bodyBytes > bodyMaxBytes) throw new Error('The body of the response is too long');
    if (framing.kind === 'chunked') {
      const left = readChunks(rest + text);
      isWhole = left === null;
      rest = left ?? '';
    }
  };

  return {
    get status() {
      return head === null ? null : head.status;
    },
    get isWhole() {
      return isWhole;
    },
    get keptMs() {
      return isWhole && head !== null ? head.keptMs : 0;
    },
    push(chunk) {
      const text = chunk.toString('latin1');
      if (head === null) readHead(text);
      else if (isWhole && text !== '') throw new Error('The response goes on after its end');
      else readBody(head.framing, text);
    },
  };
}

/**
 * State of the process. Of the last head that was parsed: the heads of a fast receiver are the same for the second that
 * their date names.
 */
let last: { readonly text: string; readonly head: Head } | null = null;

function headOf(text: string): Head {
  if (last?.text !== text) last = { text, head: parseHead(text) };
  return last.head;
}

/** Throws where the first line is no status line, or switches protocols. */
function parseHead(text: string): Head {
  const [statusLine = '', ...fields] = text.split('\r\n');
  const [, minor, code] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(statusLine) ?? [];
  if (minor === undefined || code === undefined) throw new Error('The response has no status line');
  const status = Number(code);
  if (status === 101) throw new Error('The response switches protocols');
  const framings: Framing[] = [];
  // A connection whose framing is in any doubt is not kept: the rest of a response would be taken for the next one.
  let isClear = minor === '1' && !doubtful.test(text);
  let kept = keptDefaultMs;
  for (const field of fields) {
    const colon = field.indexOf(':');
    const value = field.slice(colon + 1);
    switch (field.slice(0, Math.max(0, colon)).toLowerCase()) {
      case 'content-length':
        framings.push(framingByLength(value));
        break;
      case 'transfer-encoding':
        framings.push({ kind: /^[ \t]*chunked[ \t]*$/i.test(value) ? 'chunked' : 'close' });
        break;
      case 'connection':
        isClear &&= !/(?:^|[ \t,])(?:close|upgrade)(?:$|[ \t,])/i.test(value);
        break;
      case 'keep-alive':
        kept = keptFor(value);
        break;
      default:
    }
  }
  // These have no body, whatever length they name.
  const isBare = status === 204 || status === 304;
  const [framing = { kind: 'close' }, ...others] = isBare ? [{ kind: 'length', bytes: 0 } as const] : framings;
  isClear &&= others.length === 0;
  return { status, framing: isClear || isBare ? framing : { kind: 'close' }, keptMs: isClear ? kept : 0 };
}

/** A line break of another form, a NUL, a line that goes on, a name with blanks at its end, a line without a name. */
const doubtful = /\0|\r(?!\n)|(?<!\r)\n|\n[ \t:]|\n[^:\r\n]*(?:\r|[ \t]:)|\n[^:\r\n]*$/;

/** RFC 9112, section 6.3. */
function framingByLength(value: string): Framing {
  const digits = /^[ \t]*(\d{1,15})[ \t]*$/.exec(value)?.[1];
  return digits === undefined ? { kind: 'close' } : { kind: 'length', bytes: Number(digits) };
}

/** Of the field Keep-Alive: `timeout=5, max=100`. */
function keptFor(value: string): number {
  const seconds = /(?:^|[ \t,])timeout=(\d{1,9})(?:$|[ \t,])/i.exec(value)?.[1];
  if (seconds === undefined) return keptDefaultMs;
  return Math.max(0, Math.min(keptMaxMs, Number(seconds) * 1_000 - keptMarginMs));
}

/**
 * Reads whole chunks of a chunked body (RFC 9112, section 7.1). Returns the text of a chunk that has not ended; null at
 * the end of the body. Throws where the text is no such body, goes on after it, or has trailers.
 */
function readChunks(text: string): string | null {
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd < 0) return text.slice(at);
    const size = /^[0-9a-f]{1,8}(?=[ \t]*(?:;|$))/i.exec(text.slice(at, lineEnd))?.[0];
    if (size === undefined) throw new Error('The body of the response is not chunked as its head says');
    const end = lineEnd + 2 + Number.parseInt(size, 16);
    if (text.length < end + 2) return text.slice(at);
    if (text.slice(end, end + 2) !== '\r\n') throw new Error('A chunk of the response has another length');
    at = end + 2;
    if (!/^0+$/.test(size)) continue;
    if (text.length > at) throw new Error('The response goes on after its end');
    return null;
  }
}
