import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { firstLayout } from '../../emails/index.ts';
import { starterNames, starters } from '../../emails/starters.ts';
import { didYouMean } from '../ground/input/near-name.ts';
import { layoutsFolder } from './bench/bench-layout.ts';
import { schemaFor } from './schema-for.ts';
import { FileFault, shown } from './starter-file.ts';

/** In the place of a starter's name. */
const layoutName = 'layout';

/** Copies a starter, or the first layout, into a new file, which editors know by its schema wherever it is. Overwrites no file. */
export async function newEmail(
  { file, starter }: { readonly file: string; readonly starter: string },
  print: (line: string) => void,
): Promise<void> {
  if (starter === layoutName) return newLayout(file, print);
  const name = starterNames.find((known) => known === starter);
  if (name === undefined) {
    const names = [...starterNames, layoutName];
    const others = didYouMean(starter, names) || `. There are ${starterNames.join(', ')} and ${layoutName}.`;
    throw new FileFault(`There is no starter ${starter}${others}`);
  }
  const { $schema: _, ...mail } = starters[name];
  await writeNew(file, mail, schemaFor(file, 'mail'));
  print(`${shown(file)} has the starter ${name}. See it with npm run email:dev ${shown(dirname(file))}`);
}

/** Mails find it in the folder of layouts beside them. */
async function newLayout(file: string, print: (line: string) => void): Promise<void> {
  const folder = dirname(file);
  if (basename(folder) !== layoutsFolder) {
    throw new FileFault(
      `A layout is in a folder ${layoutsFolder} beside the mails: ${shown(folder)}/${layoutsFolder}/${basename(file)}`,
    );
  }
  await writeNew(file, firstLayout, schemaFor(file, 'layout'));
  const name = basename(file, '.json');
  print(`${shown(file)} has a header and a footer. A mail takes it with "settings": { "layout": "${name}" }.`);
}

async function writeNew(file: string, content: object, schema: string | null): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const text = `${JSON.stringify({ ...(schema !== null && { $schema: schema }), ...content }, null, 2)}\n`;
  await writeFile(file, text, { flag: 'wx' }).catch((error: unknown) => {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw isThere ? new FileFault(`${shown(file)} is there already.`) : error;
  });
}
