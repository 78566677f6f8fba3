/**
 * `npm run check:schema`: fails when the schema breaks documents that schema/released.graphql accepts, and lists the
 * changes that programs may notice. `npm run schema:release` calls it with `--write`: it makes the present schema the
 * released one.
 */
import { writeFile } from 'node:fs/promises';
import { advice, changesSinceRelease, releasedFile } from './released.ts';
import { sdl } from './sdl.ts';

const { breaking, dangerous } = await changesSinceRelease();
for (const change of dangerous) console.log(`Since schema/released.graphql, to be announced: ${change}`);
for (const change of breaking) console.error(`Since schema/released.graphql, not allowed: ${change}`);
if (breaking.length > 0) {
  console.error(advice);
  process.exitCode = 1;
} else if (process.argv.includes('--write')) {
  await writeFile(releasedFile, sdl());
}
