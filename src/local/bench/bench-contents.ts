/** What the first page of the bench lists. */
import { catalogue, describeComposition, lookNames } from '../../../emails/index.ts';
import { starterNames } from '../../../emails/starters.ts';
import { jsonFiles, shown, startersFolder } from '../starter-file.ts';
import { renderMail } from './bench-mail.ts';
import { type BenchPlaces, readBrandOf, readServiceMails } from './bench-source.ts';

/**
 * The files of the folder with the number of their faults, all their languages, the looks, the blocks, and the templates of
 * the service, and whether it has a brand.
 */
export async function benchContents(places: BenchPlaces) {
  const names = (await jsonFiles(places.folder)).map((file) => file.replace(/\.json$/, ''));
  const mails = await Promise.all(names.map((name) => fileOf(places, name)));
  return {
    folder: shown(places.folder),
    files: mails.map(({ name, faults }) => ({ name, faults })),
    locales: [...new Set(mails.flatMap(({ locales }) => locales))],
    // A folder of one's own begins with them.
    starters: places.folder === startersFolder ? [] : starterNames,
    looks: lookNames,
    blocks: catalogue,
    service: await readServiceMails(places),
    hasBrand: (await readBrandOf(places, 'usual')) !== null,
  };
}

async function fileOf(places: BenchPlaces, name: string) {
  const asked = { kind: 'file', name, locale: '', example: '', brand: 'none', look: null } as const;
  const mail = await renderMail(places, asked);
  return { name, faults: 'faults' in mail ? mail.faults.length : 0, locales: mail.locales };
}

/** How a block is written: its example and its attributes; null where there is no such block. */
export function blockHelp(type: string) {
  const found = describeComposition().blocks.find((block) => block.type === type);
  if (found === undefined) return null;
  const { purpose, example, attributes } = found;
  return {
    purpose,
    example,
    attributes: attributes.map(({ name, description, required }) => ({ name, description, required })),
  };
}
