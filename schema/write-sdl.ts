/** `npm run schema:write`: writes schema/schema.graphql, which is committed and checked for drift. */
import { writeFile } from 'node:fs/promises';
import { sdl } from './sdl.ts';

await writeFile(new URL('./schema.graphql', import.meta.url), sdl());
