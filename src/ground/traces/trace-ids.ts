/** The ids of a span that later work goes on from: those of the trace and of the span, as rows keep them. */

const traceBytes = 16;
const spanBytes = 8;
const idBytes = traceBytes + spanBytes;

/** Of W3C Trace Context: version, trace, span, flags. A later version may have more behind. */
const traceparent = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,200})?$/;
const nothing = /^0+$/;
const sampledFlag = 1;

export interface TraceIds {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Reads the header `traceparent` (W3C Trace Context, 3.2); null for none, and for one that is not valid. */
export function readTraceparent(header: string | readonly string[] | undefined): TraceIds | null {
  if (typeof header !== 'string') return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = traceparent.exec(header) ?? [];
  if (version === undefined || nothing.test(traceId) || nothing.test(spanId)) return null;
  if (version === '00' && more !== undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) !== 0 };
}

/** 24 bytes, for a row. Only ids of spans that are recorded are kept. */
export function toBytes({ traceId, spanId }: Pick<TraceIds, 'traceId' | 'spanId'>): Buffer {
  return Buffer.from(`${traceId}${spanId}`, 'hex');
}

/** Null for bytes of another length. */
export function ofBytes(bytes: Uint8Array): TraceIds | null {
  if (bytes.length !== idBytes) return null;
  const digits = Buffer.from(bytes).toString('hex');
  return { traceId: digits.slice(0, 2 * traceBytes), spanId: digits.slice(2 * traceBytes), isSampled: true };
}
