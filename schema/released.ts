/** schema/released.graphql: the SDL that programs may rely on, with which `npm run check:schema` compares the schema. */
import { readFile } from 'node:fs/promises';
import { findChanges, type SchemaChanges } from './find-changes.ts';
import { sdl } from './sdl.ts';

export const releasedFile = new URL('./released.graphql', import.meta.url);

/** What to do about breaking changes. */
export const advice =
  'Documents that schema/released.graphql accepts would break. Leave the field, type, argument or value in the ' +
  'schema with a deprecationReason, and add the new one beside it.';

/** Returns what has changed since `npm run schema:release` wrote that file last. */
export async function changesSinceRelease(): Promise<SchemaChanges> {
  return findChanges(await readFile(releasedFile, 'utf8'), sdl());
}
