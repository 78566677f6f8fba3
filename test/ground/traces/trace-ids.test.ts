/** The header `traceparent` of W3C Trace Context, and the ids that a row keeps. */
import { expect, test } from 'vitest';
import { ofBytes, readTraceparent, toBytes } from '../../../src/ground/traces/trace-ids.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

test.each([
  [`00-${traceId}-${spanId}-01`, true],
  [`00-${traceId}-${spanId}-00`, false],
  [`00-${traceId}-${spanId}-03`, true],
  // A later version may have more behind.
  [`01-${traceId}-${spanId}-01-more`, true],
  [`cc-${traceId}-${spanId}-01`, true],
])('%s is taken', (header, isSampled) => {
  expect(readTraceparent(header)).toEqual({ traceId, spanId, isSampled });
});

test.each([
  undefined,
  '',
  [`00-${traceId}-${spanId}-01`],
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId.slice(1)}-${spanId}-01`,
  `00-${traceId}-${spanId}-0x`,
  ` 00-${traceId}-${spanId}-01`,
  `01-${traceId}-${spanId}-01-${'x'.repeat(300)}`,
])('%s is none', (header) => {
  expect(readTraceparent(header)).toBeNull();
});

test('the ids of a row are 24 bytes, and other bytes are none', () => {
  const bytes = toBytes({ traceId, spanId });
  expect(bytes).toHaveLength(24);
  expect(ofBytes(bytes)).toEqual({ traceId, spanId, isSampled: true });
  expect(ofBytes(bytes.subarray(1))).toBeNull();
});
