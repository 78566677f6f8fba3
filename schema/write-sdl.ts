/**
 * `npm run schema:write`: writes schema/schema.graphql, and from it the types of the console's operations. Both are
 * committed and checked for drift.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { consoleTypes, consoleTypesFolder } from './console-types.ts';
import { sdl } from './sdl.ts';

const text = sdl();
await writeFile(new URL('./schema.graphql', import.meta.url), text);
const files = await consoleTypes(text);
const folder = new URL('operations/', consoleTypesFolder);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, content] of files) await writeFile(new URL(name, consoleTypesFolder), content);
