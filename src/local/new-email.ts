import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { starterNames, starters } from '../../emails/starters.ts';
import { didYouMean } from '../ground/input/near-name.ts';
import { schemaFor } from './schema-for.ts';
import { FileFault, shown } from './starter-file.ts';

/** Copies a starter into a new file, which editors know by its schema wherever it is. Overwrites no file. */
export async function newEmail(
  { file, starter }: { readonly file: string; readonly starter: string },
  print: (line: string) => void,
): Promise<void> {
  const name = starterNames.find((known) => known === starter);
  if (name === undefined) {
    const others = didYouMean(starter, starterNames) || `. There are ${starterNames.join(', ')}.`;
    throw new FileFault(`There is no starter ${starter}${others}`);
  }
  const { $schema: _, ...mail } = starters[name];
  const schema = schemaFor(file);
  await mkdir(dirname(file), { recursive: true });
  const text = `${JSON.stringify({ ...(schema !== null && { $schema: schema }), ...mail }, null, 2)}\n`;
  await writeFile(file, text, { flag: 'wx' }).catch((error: unknown) => {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw isThere ? new FileFault(`${shown(file)} is there already.`) : error;
  });
  print(`${shown(file)} has the starter ${name}. See it with npm run email:dev ${shown(dirname(file))}`);
}
