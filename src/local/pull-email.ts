import { readFile, writeFile } from 'node:fs/promises';
import { readStarter, samplePayload } from '../../emails/index.ts';
import { askRest, type RunningService } from './ask-service.ts';
import { refusal } from './service-refusal.ts';

/**
 * Writes the current template of an event type into a file, in the form that `pushEmail` takes. An existing file keeps
 * its sample payload; a new file gets sample values. Throws the errors of the service.
 */
export async function pullEmail(
  service: RunningService,
  { file, eventType }: { readonly file: string; readonly eventType: string },
  print: (line: string) => void,
): Promise<void> {
  const path = `/event-types/${encodeURIComponent(eventType)}`;
  const [type, template] = [await askRest(service, 'GET', path), await askRest(service, 'GET', `${path}/template`)];
  for (const answer of [type, template]) if (answer.status !== 200) throw refusal(answer);
  const { fields } = type.body.data;
  const { subject, from_local_part, display_name, reply_to, locale, composition, translations, version } =
    template.body.data;
  const sample = (await readSample(file)) ?? { payload: samplePayload(fields) };
  const content = { subject, from_local_part, display_name, reply_to, locale, composition, translations };
  const origin = { service: service.baseUrl, event_type: eventType, version };
  const pulled = readStarter({ fields, template: content, sample, pulled_from: origin });
  await writeFile(file, `${JSON.stringify(pulled, null, 2)}\n`);
  print(`${file} holds version ${version} of ${eventType}.`);
}

async function readSample(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : readStarter(JSON.parse(text)).sample;
}
