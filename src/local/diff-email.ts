import { isDeepStrictEqual } from 'node:util';
import { diffInSteps, type TemplateDiff } from '../../emails/index.ts';
import { atOnce } from '../ground/steps.ts';
import type { RunningService } from './ask-service.ts';
import { fetchStarter } from './fetch-starter.ts';
import { compareLayout } from './layout-file.ts';
import { missingEventType } from './missing-event-type.ts';
import { saveInputOf } from './save-input-of.ts';
import { readStarterFile } from './starter-file.ts';

/** Characters of a text that a line shows. */
const textLength = 60;

/** Says what a push of the file would change in the current template of the event type. Throws the errors of the service. */
export async function diffEmail(
  service: RunningService,
  { file, eventType }: { readonly file: string; readonly eventType: string },
  print: (line: string) => void,
): Promise<void> {
  const { starter } = await readStarterFile(file);
  const { starter: present, version } = await fetchStarter(service, eventType, null).catch(async (error: unknown) => {
    throw (await missingEventType(service, { eventType, file }, 'template')) ?? error;
  });
  const lines = linesOf(atOnce(diffInSteps(saveInputOf(present), saveInputOf(starter), null)));
  if (!isDeepStrictEqual(present.fields, starter.fields)) lines.push('fields: differ; a push with --fields saves them');
  print(
    lines.length === 0
      ? `${eventType} is the same at version ${version}.`
      : `A push would change ${eventType}, which is at version ${version}:`,
  );
  for (const line of lines) print(`  ${line}`);
  await compareLayout(service, { file, composition: starter.template.composition }, print);
}

function linesOf({ texts, textsOmitted, blocks, values }: TemplateDiff): string[] {
  return [
    ...blocks.map(({ change, id, type, attributes }) =>
      [`\`${id}\` (${type}): ${change}`, ...attributes.map(({ path }) => path)].join(', '),
    ),
    ...texts.map(({ locale, fieldId, before, after }) => `${locale} ${fieldId}: ${said(before)} → ${said(after)}`),
    ...(textsOmitted > 0 ? [`and ${textsOmitted} more texts`] : []),
    ...values.map(({ path, before, after }) => `${path}: ${said(before)} → ${said(after)}`),
  ];
}

function said(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > textLength ? `${text.slice(0, textLength)}…` : text;
}
