import { expect, it } from 'vitest';
import { dateFormat } from '../../emails/language/format.ts';

const format = dateFormat('datetime', 'medium', 'en', 'UTC');

it.each([
  '2026-01-31T09:30:00+02:00', '2026-01-31T09:30:00+0200', '2026-01-31T09:30:00+02', '2026-01-31T07:30Z',
  '2026-01-31t07:30:00.123z', '2026-01-31T02:30:00-05',
])('reads %s, as a payload may have it', (text) => {
  expect(format(text)).toBe(format('2026-01-31T07:30:00Z'));
}); // biome-ignore format: a table of instants

it.each(['2026-01-31T09:30:00', '2026-01-31T09:30:00+2', '31.1.2026', ''])('leaves %j as it is', (text) => {
  expect(format(text)).toBe(text);
});
