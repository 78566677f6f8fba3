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
  /** Takes the next bytes of the connection. Throws where they are no response, or one that is too long. */
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
  /** What came and is not read: the piece of a head, or the framing of a chunked body. Each character is a byte. */
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
      const found = parseHead(rest.slice(0, end));
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
      rest += text;
      isWhole = endsChunked(rest);
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

/** Throws where the first line is no status line, or switches protocols. */
function parseHead(text: string): Head {
  const [statusLine = '', ...fields] = text.split('\r\n');
  const [, minor, code] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(statusLine) ?? [];
  if (minor === undefined || code === undefined) throw new Error('The response has no status line');
  const status = Number(code);
  if (status === 101) throw new Error('The response switches protocols');
  let length: string | null = null;
  let coding: string | null = null;
  // A connection whose framing is in any doubt is not kept: the rest of a response would be taken for the next one.
  let isClear = minor === '1';
  let kept = keptDefaultMs;
  for (const field of fields) {
    const colon = field.indexOf(':');
    switch (colon < 0 ? '' : field.slice(0, colon).toLowerCase()) {
      case 'content-length':
        isClear &&= length === null;
        length = fieldValue(field, colon);
        break;
      case 'transfer-encoding':
        isClear &&= coding === null;
        coding = fieldValue(field, colon).toLowerCase();
        break;
      case 'connection':
        isClear &&= !/(?:^|[ \t,])(?:close|upgrade)(?:$|[ \t,])/i.test(fieldValue(field, colon));
        break;
      case 'keep-alive':
        kept = keptFor(fieldValue(field, colon));
        break;
      case '':
        isClear = false;
        break;
      default:
    }
  }
  isClear &&= (coding === null || length === null) && (length === null || /^\d{1,15}$/.test(length));
  return { status, framing: framingOf(status, isClear, length, coding), keptMs: isClear ? kept : 0 };
}

function fieldValue(field: string, colon: number): string {
  return field.slice(colon + 1).trim();
}

/** RFC 9112, section 6.3. */
function framingOf(status: number, isClear: boolean, length: string | null, coding: string | null): Framing {
  if (status === 204 || status === 304) return { kind: 'length', bytes: 0 };
  if (!isClear) return { kind: 'close' };
  if (coding === 'chunked') return { kind: 'chunked' };
  return coding === null && length !== null ? { kind: 'length', bytes: Number(length) } : { kind: 'close' };
}

/** Of the field Keep-Alive: `timeout=5, max=100`. */
function keptFor(value: string): number {
  const seconds = /(?:^|[ \t,])timeout=(\d{1,9})(?:$|[ \t,])/i.exec(value)?.[1];
  if (seconds === undefined) return keptDefaultMs;
  return Math.max(0, Math.min(keptMaxMs, Number(seconds) * 1_000 - keptMarginMs));
}

/**
 * Whether a chunked body (RFC 9112, section 7.1) is there to its end. Throws where the text is no such body, goes on
 * after it, or has trailers.
 */
function endsChunked(text: string): boolean {
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd < 0) return false;
    const size = /^[0-9a-f]{1,8}(?=[ \t]*(?:;|$))/i.exec(text.slice(at, lineEnd))?.[0];
    if (size === undefined) throw new Error('The body of the response is not chunked as its head says');
    const end = lineEnd + 2 + Number.parseInt(size, 16);
    if (text.length < end + 2) return false;
    if (text.slice(end, end + 2) !== '\r\n') throw new Error('A chunk of the response has another length');
    at = end + 2;
    if (/^0+$/.test(size)) {
      if (text.length > at) throw new Error('The response goes on after its end');
      return true;
    }
  }
}
