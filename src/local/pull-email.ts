import { stat, writeFile } from 'node:fs/promises';
import type { Starter } from '../../emails/index.ts';
import type { RunningService } from './ask-service.ts';
import { fetchStarter } from './fetch-starter.ts';
import { missingEventType } from './missing-event-type.ts';
import { schemaFor } from './schema-for.ts';
import { readStarterFile } from './starter-file.ts';

/**
 * Writes the current template of an event type into a file, in the form that `pushEmail` takes, with the examples of the
 * event type. Where it has none, an existing file keeps its own and a new file gets sample values. Throws the errors of
 * the service.
 */
export async function pullEmail(
  service: RunningService,
  { file, eventType }: { readonly file: string; readonly eventType: string },
  print: (line: string) => void,
): Promise<void> {
  const present = await readPresent(file);
  const fetched = fetchStarter(service, eventType, present?.examples ?? null);
  const { starter, version } = await fetched.catch(async (error: unknown) => {
    throw (await missingEventType(service, { eventType, file }, 'template')) ?? error;
  });
  const schema = present === null ? schemaFor(file, 'mail') : (present.$schema ?? null);
  const written = { ...(schema !== null && { $schema: schema }), ...starter };
  await writeFile(file, `${JSON.stringify(written, null, 2)}\n`);
  print(`${file} holds version ${version} of ${eventType}.`);
}

async function readPresent(file: string): Promise<Starter | null> {
  const isThere = (await stat(file).catch(() => null)) !== null;
  return isThere ? (await readStarterFile(file)).starter : null;
}
