import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { consoleTypes, consoleTypesFolder } from '../../schema/console-types.ts';

test("the console's types are those of schema.graphql; npm run schema:write renews them", async () => {
  const sdl = await readFile(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
  const made = await consoleTypes(sdl);
  const there = globSync('{operations.ts,operations/*}', { cwd: fileURLToPath(consoleTypesFolder) });
  expect(there.toSorted()).toEqual([...made.keys()].toSorted());
  for (const [name, text] of made) {
    expect(await readFile(new URL(name, consoleTypesFolder), 'utf8'), name).toBe(text);
  }
});
