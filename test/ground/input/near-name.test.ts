import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { didYouMean, nearName } from '../../../src/ground/input/near-name.ts';

// The comparisons of one turn of the event loop are bounded.
beforeEach(() => nextTurn());

const fields = ['tag', 'type', 'idempotency_key', 'recipient', 'payload', 'attachments'];

test.each([
  ['idempotencyKey', 'idempotency_key'],
  ['idempotency-key', 'idempotency_key'],
  ['Idempotency_Key', 'idempotency_key'],
  ['idempotencykye', 'idempotency_key'],
  ['key', 'idempotency_key'],
  ['recipients', 'recipient'],
  ['reciepient', 'recipient'],
  ['attachment', 'attachments'],
  ['tpye', 'type'],
])('%s is near %s', (written, meant) => {
  expect(nearName(written, fields)).toBe(meant);
});

test.each(['colour', 'page', 'x', '', 'to', 'subject', 'workspace', '_', '__proto__'])(
  '%j is near none of them',
  (written) => {
    expect(nearName(written, fields)).toBeNull();
  },
);

test('the nearest of several is named, and none where a word stands in several', () => {
  expect(nearName('order_nmber', ['order_date', 'order_number', 'order_numbers'])).toBe('order_number');
  expect(nearName('name', ['customer_name', 'product_name'])).toBeNull();
  expect(nearName('name', ['customer_name', 'price'])).toBe('customer_name');
});

test('a suggestion continues a sentence', () => {
  expect(didYouMean('payloda', fields)).toBe('; did you mean `payload`?');
  expect(didYouMean('colour', fields)).toBe('');
});

test('long names are not compared', () => {
  expect(nearName(`idempotency_key${' '.repeat(50)}`, fields)).toBeNull();
  expect(nearName('a', [`a${'b'.repeat(100_000)}`])).toBeNull();
});

test('one turn of the event loop compares so many names and no more', async () => {
  const candidates = Array.from({ length: 200 }, (_, at) => `candidate_${at}`);
  const found = Array.from({ length: 1_000 }, () => nearName('candidte_150', candidates));
  expect(found[0]).toBe('candidate_150');
  expect(found.at(-1)).toBeNull();
  await nextTurn();
  expect(nearName('candidte_150', candidates)).toBe('candidate_150');
});
