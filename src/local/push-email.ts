import { writeFile } from 'node:fs/promises';
import { askGraphql, askRest, type RunningService } from './ask-service.ts';
import { compareLayout } from './layout-file.ts';
import { madeEventType } from './missing-event-type.ts';
import { pushFields } from './push-fields.ts';
import { saveInputOf } from './save-input-of.ts';
import { refusal } from './service-refusal.ts';
import { readStarterFile } from './starter-file.ts';

export interface Push {
  readonly file: string;
  readonly eventType: string;
  /** Whether to save outdated translations too. */
  readonly acceptOutdated: boolean;
  /** Whether to replace the fields of an existing event type too. */
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
 * Saves a file such as emails/starters/receipt.json to a running service, and creates the event type where there is
 * none. A pulled file names the version that it was made from, so a push back to the same event type overwrites no
 * newer version. Throws when the service rejects the file; the event type is then as it was before the push.
 */
export async function pushEmail(service: RunningService, push: Push, print: (line: string) => void): Promise<void> {
  const { file, eventType, acceptOutdated } = push;
  const { json, starter } = await readStarterFile(file);
  const origin = starter.pulled_from;
  const goesBack = origin?.service === service.baseUrl && origin.event_type === eventType;
  const fields = await pushFields(service, push, starter, print);
  const path = `/event-types/${encodeURIComponent(eventType)}/template`;
  const saved = await askRest(service, 'PUT', path, {
    ...starter.template,
    ...(goesBack ? { base_version: origin.version } : {}),
    accept_outdated: acceptOutdated,
  });
  if (saved.status !== 200 && saved.status !== 201) {
    await fields.undo();
    throw refusal(saved, starter.template.composition);
  }
  const { version } = saved.body.data;
  print(`${eventType} is at version ${version}.`);
  if (fields.isNew) print(await madeEventType(service, eventType));
  if (goesBack && origin.version !== version) {
    const next = { ...json, pulled_from: { ...origin, version } };
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
  await compareLayout(service, { file, composition: starter.template.composition }, print);
}
