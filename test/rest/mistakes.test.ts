/** Each mistake of a newcomer is told so that it is mended in one go: the error names all that there is to mend. */
import { expect, inject, it } from 'vitest';
import { furnishMistakes, makeMistake, mistakesOf } from './harness/mistakes.ts';
import { openPlatform } from './harness/platform.ts';

const { url } = inject('restService');
const acme = await openPlatform();
await furnishMistakes(acme);
const mistakes = mistakesOf(acme);

it('there are 38 of them, no two alike', () => {
  expect(new Set(mistakes.map(({ name }) => name)).size).toBe(38);
});

it.each(mistakes.map((mistake) => [mistake.name, mistake] as const))('%s', async (_name, mistake) => {
  const { status, body } = await makeMistake(url, acme, mistake);
  expect([status, body.code]).toEqual([mistake.status, mistake.code]);
  const told = `${body.message}\n${JSON.stringify(body.errors ?? {}).replaceAll('\\"', '"')}`;
  expect(
    mistake.names.filter((name) => !told.includes(name)),
    told,
  ).toEqual([]);
  // A message is read by people, and may go to logs: it repeats no address.
  expect(body.message).not.toMatch(/ada@example|simulator\.test.*simulator\.test/);
});
