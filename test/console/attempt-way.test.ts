import { expect, test } from 'vitest';
import { noneReached as said, wasRefused } from '../../src/console/parts/messages/attempt-way.ts';
import { noneReached } from '../../src/transport/mx/mx.ts';

const attempt = { transport: 'mx', exchanger: 'mx1.example.com', reply: '451 4.7.1 Greylisted' } as const;

test.each([
  ['a server answered', attempt, true],
  ['a relay answered', { ...attempt, transport: 'smtp', exchanger: null } as const, true],
  ['the connection broke', { ...attempt, reply: null }, false],
  ['DNS did not answer', { ...attempt, exchanger: null, reply: '451 4.4.3 The domain could not be looked up' }, false],
  ['no exchanger was reached', { ...attempt, reply: noneReached }, false],
  ['there was no attempt', null, false],
])('%s', (_what, given, refused) => {
  expect(wasRefused(given)).toBe(refused);
});

test('the words are those of the transport', () => {
  expect(said).toBe(noneReached);
});
