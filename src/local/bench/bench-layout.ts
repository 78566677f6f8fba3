/**
 * The layout of a mail of the bench: a file of the folder `layouts` beside the mails, as `PUT /v1/layouts/{name}` takes
 * it, else that of the service.
 */
import { join } from 'node:path';
import { checkLayoutInSteps, type LayoutContent, type TemplateContent } from '../../../emails/index.ts';
import { didYouMean } from '../../ground/input/near-name.ts';
import { atOnce } from '../../ground/steps.ts';
import { askRest } from '../ask-service.ts';
import { blockFaults, faultLine } from '../block-faults.ts';
import { FileFault, jsonFiles, readJsonFile, shown } from '../starter-file.ts';
import type { BenchPlaces, MailKind } from './bench-source.ts';

/** The folder of layouts, below that of the mails. */
export const layoutsFolder = 'layouts';

/** Returns null where the mail names no layout. Throws an error in words. */
export async function readLayoutOf(
  places: BenchPlaces,
  kind: MailKind,
  { composition }: TemplateContent,
): Promise<LayoutContent | null> {
  const name = composition.document.settings?.layout;
  if (name === undefined) return null;
  const folder = join(places.folder, layoutsFolder);
  const files = kind === 'file' ? await jsonFiles(folder) : [];
  if (files.includes(`${name}.json`)) {
    const file = join(folder, `${name}.json`);
    return checked(await readJsonFile(file), shown(file));
  }
  const saved = await ofService(places, name);
  if (saved !== null) return checked(saved, `layout ${name}`);
  const names = files.map((file) => file.replace(/\.json$/, ''));
  throw new FileFault(
    `There is no layout ${name}: neither ${shown(join(folder, `${name}.json`))} nor one of the service${didYouMean(name, names) || '.'}`,
  );
}

/** Null where the service has none, and where there is no service. */
async function ofService({ service }: BenchPlaces, name: string): Promise<unknown> {
  const running = await service().catch(() => null);
  if (running === null) return null;
  const { status, body } = await askRest(running, 'GET', `/layouts/${encodeURIComponent(name)}`);
  if (status !== 200) return null;
  const { locale, header, footer, translations } = body.data;
  return { locale, header, footer, translations };
}

function checked(written: unknown, from: string): LayoutContent {
  const found = atOnce(checkLayoutInSteps(written));
  if (found.ok) return found.content;
  throw new FileFault(`${from}: ${blockFaults(written, found.errors).map(faultLine).join('; ')}`);
}
