/** A layout in a file such as layouts/default.json beside the mails: pushed, and compared with that of the service. */
import { basename, dirname, join } from 'node:path';
import { asTemplate, checkLayoutInSteps, diffInSteps } from '../../emails/index.ts';
import { atOnce } from '../ground/steps.ts';
import { askRest, type RunningService, type ServiceAnswer } from './ask-service.ts';
import { layoutsFolder } from './bench/bench-layout.ts';
import { refusal } from './service-refusal.ts';
import { FileFault, jsonFiles, readJsonFile, shown } from './starter-file.ts';

export interface LayoutPush {
  readonly file: string;
  /** Whether to save outdated translations too. */
  readonly acceptOutdated: boolean;
  /** Whether to save what would break mails that use the layout. */
  readonly acceptBreaks: boolean;
}

/** Whether a file has the form of a layout: blocks of a header or a footer, and no template. */
export async function isLayoutFile(file: string): Promise<boolean> {
  const json = Object(await readJsonFile(file));
  return !('template' in json) && ('header' in json || 'footer' in json);
}

/** Saves the layout under the name of its file, which the service refuses where mails that use it would break. */
export async function pushLayout(
  service: RunningService,
  { file, acceptOutdated, acceptBreaks }: LayoutPush,
  print: (line: string) => void,
): Promise<void> {
  const { name, path, body } = await readLayout(file);
  const accepted = { accept_outdated: acceptOutdated, accept_breaks: acceptBreaks };
  const saved = await askRest(service, 'PUT', path, { ...body, ...accepted });
  if (saved.status !== 200 && saved.status !== 201) throw refusal(saved, body);
  const { version, used_by: users } = saved.body.data;
  print(
    `The layout ${name} is at version ${version}, in the mails of ${users.length === 0 ? 'no event type yet' : users.join(', ')}.`,
  );
}

/** Says what a push of the layout would change in the mails of each event type. */
export async function diffLayout(service: RunningService, file: string, print: (line: string) => void): Promise<void> {
  const { name, path, body } = await readLayout(file);
  const found = await askRest(service, 'GET', path);
  if (found.status === 404) return print(`${name} is a new layout.`);
  if (found.status !== 200) throw refusal(found);
  if (isSame(found, body)) return print(`The layout ${name} of the service is the same.`);
  const asked = await askRest(service, 'POST', `${path}/preview`, body);
  if (asked.status !== 200) throw refusal(asked, body);
  const { uses, changes } = asked.body.data;
  print(`The layout ${name} differs from version ${found.body.data.version}. Templates that use it: ${uses}.`);
  for (const { event_type, differs, breaks } of changes) {
    if (differs.length > 0) print(`${event_type} would look different in ${differs.join(', ')}.`);
    for (const what of breaks) print(`${event_type} would break: ${what}`);
  }
}

/** Says where a mail was saved with another layout than the file beside it shows. */
export async function compareLayout(
  service: RunningService,
  mail: { readonly file: string; readonly composition: unknown },
  print: (line: string) => void,
): Promise<void> {
  const name = Object(Object(Object(mail.composition).document).settings).layout;
  const folder = join(dirname(mail.file), layoutsFolder);
  if (typeof name !== 'string' || !(await jsonFiles(folder)).includes(`${name}.json`)) return;
  const { file, path, body } = await readLayout(join(folder, `${name}.json`));
  const found = await askRest(service, 'GET', path);
  if (found.status !== 200 || isSame(found, body)) return;
  print(`The layout ${name} of the service is not that of ${file}, which npm run email:push ${file} saves.`);
}

async function readLayout(file: string) {
  const json = await readJsonFile(file);
  if (typeof json !== 'object' || json === null) throw new FileFault(`${shown(file)} is no layout.`);
  const { $schema: _, ...body } = json as Readonly<Record<string, unknown>>;
  const name = basename(file, '.json');
  return { name, file: shown(file), path: `/layouts/${encodeURIComponent(name)}`, body };
}

/** Compares what the service keeps with a file, as a save reads either. */
function isSame(saved: ServiceAnswer, file: object): boolean {
  const { locale, header, footer, translations } = saved.body.data;
  const [kept, written] = [{ locale, header, footer, translations }, file].map((one) =>
    atOnce(checkLayoutInSteps(one)),
  );
  if (!kept?.ok || !written?.ok || kept.content.header.length !== written.content.header.length) return false;
  const diff = atOnce(diffInSteps(asTemplate(kept.content), asTemplate(written.content), null));
  return diff.texts.length + diff.blocks.length + diff.values.length === 0;
}
