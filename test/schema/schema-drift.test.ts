import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sdl } from '../../schema/sdl.ts';

test('schema.graphql is what the code builds; npm run schema:write renews it', async () => {
  const committed = await readFile(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
  expect(committed).toBe(sdl());
});
