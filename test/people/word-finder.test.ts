import { describe, expect, test } from 'vitest';
import { createWordFinder } from '../../src/people/word-finder.ts';
import { threadTime } from '../support/thread-time.ts';
import { formsOf } from './encodings.ts';

const address = 'Jürgen.O@bücher.example';
const finder = createWordFinder([address, 'c-4711', 'ada', '01ARZ3NDEKTSV4RRFFQ69G5FAV']);

describe('a word of a person', () => {
  const spellings = [address, address.toLowerCase(), address.normalize('NFD'), 'JÜRGEN.O@xn--bcher-kva.example'];

  test.each([...spellings, 'c-4711', '01ARZ3NDEKTSV4RRFFQ69G5FAV'])(
    '%s is found in every form and pair of forms',
    (word) => {
      const lost = formsOf(word).flatMap(({ name, text }) =>
        ['', 'invite:', 'invite:7:', 'x/', 'to=']
          .filter((before) => !finder(`${before}${text}`, 'apart'))
          .map((before) => before + name),
      );
      expect(lost).toEqual([]);
    },
  );

  test('is found where the digits of base64 follow a name and a mark that is a digit too', () => {
    const digits = Buffer.from(address).toString('base64url');
    for (const before of ['i-', 'in-', 'inv_', 'invi-', 'invite']) {
      expect(finder(`${before}${digits}-7`, 'apart'), before).toBe(true);
      expect(finder(`${before}${Buffer.from(digits).toString('base64url')}`, 'apart'), before).toBe(true);
    }
  });

  test.each([
    'order-88',
    'ricarda@example.com',
    'x:Kajürgen.o@bücher.example',
    'ac-47110',
    [...address].reverse().join(''),
    'canada-1',
    Buffer.from('canada-1').toString('base64'),
    crypto.randomUUID(),
  ])('is not found in %s', (key) => {
    expect(finder(key, 'apart')).toBe(false);
  });

  test('is found in the person’s own keys within another word too', () => {
    expect(finder('canada-1', 'anywhere')).toBe(true);
    expect(finder(Buffer.from('x47c-47110').toString('hex'), 'anywhere')).toBe(true);
  });

  test('that is two letters long is left in keys of other people', () => {
    const short = createWordFinder(['ab']);
    expect([short('order-ab-1', 'apart'), short('order-ab-1', 'anywhere')]).toEqual([false, true]);
  });

  test('of which the hash alone is known is found by it', () => {
    const asked: string[] = [];
    const byHash = createWordFinder(['c-4711'], (given) => {
      asked.push(given);
      return given === 'ada.l@mail.example.com';
    });
    for (const key of ['invite-ada.l@mail.example.com', 'ada.l@mail.example.com-2', '7/ada.l@mail.example.com.7']) {
      expect(byHash(key, 'apart'), key).toBe(true);
      expect(byHash(Buffer.from(key).toString('base64'), 'apart'), key).toBe(true);
    }
    expect(byHash('bob@mail.example.com', 'apart')).toBe(false);
    asked.length = 0;
    byHash('a-b-'.repeat(60) + '@'.repeat(10), 'apart');
    byHash(`${'a.'.repeat(60)}@${'b.'.repeat(60)}`, 'apart');
    expect(asked.length).toBeLessThan(1_000);
  });
});

describe('the longest key', () => {
  const fill = (unit: string) => unit.repeat(255).slice(0, 255);
  const digits = Array.from({ length: 255 }, (_, at) => 'Qz3/x+YW9-_0'[(at * 7) % 12]).join('');

  test.each(
    [
      'a',
      '%41',
      '=3D41',
      '%2541',
      '&#37;',
      '\\u0025',
      'xn--',
      'YWRh:',
      '616:',
      'ab/+',
      '%25=41&#37;\\u0041',
      '@',
      '@a.',
    ]
      .map(fill)
      .concat(digits),
  )('costs little: %s', (key) => {
    finder(key, 'apart');
    const began = threadTime();
    for (let n = 0; n < 20; n += 1) finder(key, 'apart');
    expect((threadTime() - began) / 20).toBeLessThan(10);
  });
});
