/** How many streams a process keeps, and when they end. */
import { expect, test } from 'vitest';
import { createStreams } from '../../src/live/streams.ts';

const limits = { ofKey: 2, ofPlatform: 3, inAll: 5, life: 60_000 };
const key = (apiKeyId: string | null, platformId = 'platform') => ({ platformId, apiKeyId, scopes: [] });

test('a key has its share, a platform has its own, and all keys together have all', () => {
  const streams = createStreams(limits);
  const [first] = [streams.open(key('one')), streams.open(key('one'))];
  expect(() => streams.open(key('one'))).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  streams.open(key('two'));
  expect(() => streams.open(key('three'))).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  // The operator's are not those of the platform that the operator names.
  streams.open(key(null));
  streams.open(key('of another', 'other'));
  expect(() => streams.open(key('third', 'third'))).toThrow(expect.objectContaining({ code: 'unavailable' }));
  first?.end(null);
  streams.open(key('one'));
  expect(streams.size).toBe(5);
  streams.close();
});

test('a stream ends with its life, and all end when the process stops', async () => {
  const brief = createStreams({ ...limits, life: 1 }).open(key('one'));
  await new Promise((resolve) => brief.signal.addEventListener('abort', resolve));
  expect(brief.signal.reason).toMatchObject({ code: 'unavailable' });
  const streams = createStreams(limits);
  const { signal } = streams.open(key('one'));
  streams.close();
  expect(signal.reason).toMatchObject({ code: 'unavailable', message: expect.stringContaining('last cursor') });
  expect(() => streams.open(key('one'))).toThrow(expect.objectContaining({ code: 'unavailable' }));
});
