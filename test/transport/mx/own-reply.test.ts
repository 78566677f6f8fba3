import { expect, test } from 'vitest';
import { wasAnswered } from '../../../src/explain/was-answered.ts';
import { noneReached } from '../../../src/transport/mx/own-reply.ts';

const attempt = { transport: 'mx', exchanger: 'mx1.example.com', reply: '451 4.7.1 Greylisted' };

test.each([
  ['a server answered', attempt, true],
  ['a relay answered', { ...attempt, transport: 'smtp', exchanger: null }, true],
  ['the connection broke', { ...attempt, reply: null }, false],
  ['DNS did not answer', { ...attempt, exchanger: null, reply: '451 4.4.3 The domain could not be looked up' }, false],
  ['no exchanger was reached', { ...attempt, reply: noneReached }, false],
])('%s', (_what, given, answered) => {
  expect(wasAnswered(given)).toBe(answered);
});
