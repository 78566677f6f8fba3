/**
 * `npm run schema:write`: writes schema/schema.graphql, and from it the types of the console's operations. Both are
 * committed and checked for drift.
 */
import { writeFile } from 'node:fs/promises';
import { consoleTypes, consoleTypesFile } from './console-types.ts';
import { sdl } from './sdl.ts';

const text = sdl();
await writeFile(new URL('./schema.graphql', import.meta.url), text);
await writeFile(consoleTypesFile, await consoleTypes(text));
