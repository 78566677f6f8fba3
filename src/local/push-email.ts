import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { readStarter, type Starter } from '../../emails/starter.ts';
import { askGraphql, askRest, type RunningService, type ServiceAnswer } from './ask-service.ts';
import { saveInputOf } from './demo-template.ts';

export interface Push {
  readonly file: string;
  readonly eventType: string;
  /** Also when translations were written for texts that have since changed. */
  readonly acceptOutdated: boolean;
  /** Also the fields of an event type that is there already. */
  readonly withFields: boolean;
}

const afterwards = `query ($eventType: String!, $draft: TemplateSaveInput!) {
  template(eventType: $eventType) { coverage { locale texts translated missing outdated } }
  templateCheck(eventType: $eventType, draft: $draft) { warnings { locale message } }
}`;

interface Afterwards {
  readonly template: {
    readonly coverage: readonly {
      readonly locale: string;
      readonly texts: number;
      readonly translated: number;
      readonly missing: readonly string[];
      readonly outdated: readonly string[];
    }[];
  };
  readonly templateCheck: { readonly warnings: readonly { readonly locale: string; readonly message: string }[] };
}

/**
 * Saves a file of emails/starters/ to a running service, and makes the event type where there is none. A file that
 * was pulled names the version it began from, so that nobody's work is saved over. Throws what the service refuses.
 */
export async function pushEmail(service: RunningService, push: Push, print: (line: string) => void): Promise<void> {
  const { file, eventType, acceptOutdated } = push;
  const json: unknown = JSON.parse(await readFile(file, 'utf8'));
  const starter = readStarter(json);
  await pushFields(service, push, starter, print);
  const path = `/event-types/${encodeURIComponent(eventType)}/template`;
  const saved = await askRest(service, 'PUT', path, { ...starter.template, accept_outdated: acceptOutdated });
  if (saved.status !== 200 && saved.status !== 201) throw refusal(saved);
  const { version } = saved.body.data;
  print(`${eventType} is at version ${version}.`);
  if (starter.template.base_version !== undefined && starter.template.base_version !== version) {
    const next = { ...(json as object), template: { ...(json as Starter).template, base_version: version } };
    await writeFile(file, `${JSON.stringify(next, null, 2)}\n`);
  }
  const variables = { eventType, draft: saveInputOf(starter) };
  const { template, templateCheck }: Afterwards = await askGraphql(service, afterwards, variables);
  for (const { locale, texts, translated, missing, outdated } of template.coverage) {
    const rest = [
      ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
      ...(outdated.length > 0 ? [`outdated: ${outdated.join(', ')}`] : []),
    ];
    print([`${locale}: ${translated} of ${texts} texts`, ...rest].join('; '));
  }
  for (const { locale, message } of templateCheck.warnings) print(`${locale}: ${message}`);
}

async function pushFields(
  service: RunningService,
  { eventType, withFields }: Push,
  { fields }: Starter,
  print: (line: string) => void,
): Promise<void> {
  const path = `/event-types/${encodeURIComponent(eventType)}`;
  const found = await askRest(service, 'GET', path);
  if (found.status === 200 && isDeepStrictEqual(found.body.data.fields, fields)) return;
  if (found.status === 200 && !withFields) {
    print(`${eventType} has other fields than the file; they stay. With --fields those of the file are saved too.`);
    return;
  }
  if (found.status !== 200 && found.status !== 404) throw refusal(found);
  const saved = await askRest(service, 'PUT', path, { fields });
  if (saved.status !== 200 && saved.status !== 201) throw refusal(saved);
}

/** What the service said, with every path at fault. */
export function refusal({ status, body }: ServiceAnswer): Error {
  const faults = Object.entries<readonly string[]>(body?.errors ?? {});
  return new Error(
    [
      `Refused (${status} ${body?.code ?? ''}): ${body?.message ?? ''}`,
      ...faults.map(([at, messages]) => `  ${at}: ${messages.join(' ')}`),
    ].join('\n'),
  );
}
