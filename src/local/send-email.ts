import { exampleIn } from '../../emails/index.ts';
import { askGraphql, type RunningService } from './ask-service.ts';
import { compareLayout } from './layout-file.ts';
import { missingEventType } from './missing-event-type.ts';
import { saveInputOf } from './save-input-of.ts';
import { draftRefusal } from './service-refusal.ts';
import { readStarterFile } from './starter-file.ts';

export interface Send {
  readonly file: string;
  readonly eventType: string;
  readonly to: string;
  /** Null: that of the template. */
  readonly locale: string | null;
  /** Name of an example of the file; null: that of the language, else its first. */
  readonly example: string | null;
}

const mutation = `mutation ($eventType: String!, $input: TemplateTestInput!) {
  templateTest(eventType: $eventType, input: $input) { to outcome reply mail { subject fallenBack } }
}`;

/**
 * Sends the file as it is, with one of its examples, as a test mail (docs/rules.md#test-mail): nothing is saved. Throws the
 * errors of the service.
 */
export async function sendEmail(
  service: RunningService,
  { file, eventType, to, locale, example }: Send,
  print: (line: string) => void,
): Promise<void> {
  const { starter } = await readStarterFile(file);
  const { examples, template } = starter;
  const shown =
    example === null ? exampleIn(examples, locale ?? template.locale) : examples.find(({ name }) => name === example);
  if (shown === undefined) {
    throw new Error(`The file has no example ${example}. It has ${examples.map(({ name }) => name).join(', ')}.`);
  }
  const draft = { ...saveInputOf(starter), acceptOutdated: true };
  const locales = [template.locale, ...Object.keys(template.translations)];
  if (locale !== null && !locales.includes(locale)) {
    throw new Error(`The file has no translation ${locale}. Its languages are ${locales.join(', ')}.`);
  }
  const input = { to, draft, payload: shown.payload, ...(locale === null ? {} : { locale }) };
  const asked = askGraphql(service, mutation, { eventType, input });
  const { templateTest } = await asked.catch(async (error: unknown) => {
    throw (
      (await missingEventType(service, { eventType, file }, 'event type')) ?? draftRefusal(error, template.composition)
    );
  });
  const { outcome, reply, mail } = templateTest;
  print(`${mail.subject}, to ${templateTest.to}: ${[outcome ?? 'no answer yet', reply].filter(Boolean).join(', ')}`);
  if (mail.fallenBack.length > 0) print(`No value for: ${mail.fallenBack.join(', ')}`);
  await compareLayout(service, { file, composition: template.composition }, print);
}
