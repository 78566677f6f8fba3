import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { consoleTypes, consoleTypesFile } from '../../schema/console-types.ts';

test("the console's types are those of schema.graphql; npm run schema:write renews them", async () => {
  const sdl = await readFile(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
  expect(await readFile(consoleTypesFile, 'utf8')).toBe(await consoleTypes(sdl));
});
