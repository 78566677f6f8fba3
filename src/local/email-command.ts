/**
 * `npm run email:new|email:push|email:pull|email:diff|email:send`: a file such as emails/starters/receipt.json is begun from
 * a starter, saved to a running service, written from it, compared with it, and sent as a test mail; new, push and diff
 * take a layout too. The service is the local run unless `--url <base url>` names another, whose key is then read from TIDINGS_API_KEY.
 */
import { parseArgs } from 'node:util';
import { type RunningService, serviceAt } from './ask-service.ts';
import { diffEmail } from './diff-email.ts';
import { diffLayout, isLayoutFile, pushLayout } from './layout-file.ts';
import { newEmail } from './new-email.ts';
import { insistOnOwnOptions } from './own-options.ts';
import { pullEmail } from './pull-email.ts';
import { pushEmail } from './push-email.ts';
import { sendEmail } from './send-email.ts';

const usages = {
  new: 'npm run email:new <file> <starter>, or email:new <folder>/layouts/<name>.json layout',
  push: 'npm run email:push <file> <event type> [-- --fields] [--accept-outdated], or email:push <file of a layout> [-- --accept-breaks]',
  pull: 'npm run email:pull <file> <event type>',
  diff: 'npm run email:diff <file> <event type>, or email:diff <file of a layout>',
  send: 'npm run email:send <file> <event type> <address> [-- --locale <language>] [--example <name>]',
} as const;

type Command = keyof typeof usages;
type Asking = Exclude<Command, 'new'>;

/** Names after the file: of the event type, and of the address. */
const namesOf: Readonly<Record<Command, number>> = { new: 1, push: 1, pull: 1, diff: 1, send: 2 };

const options = {
  url: { type: 'string' },
  fields: { type: 'boolean' },
  'accept-outdated': { type: 'boolean' },
  'accept-breaks': { type: 'boolean' },
  locale: { type: 'string' },
  example: { type: 'string' },
} as const;

interface Options {
  readonly fields?: boolean;
  readonly 'accept-outdated'?: boolean;
  readonly 'accept-breaks'?: boolean;
  readonly locale?: string;
  readonly example?: string;
}

async function main(): Promise<void> {
  insistOnOwnOptions(Object.keys(options), process.env);
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [given, file, ...names] = positionals;
  const command = (['new', 'push', 'pull', 'diff', 'send'] as const).find((known) => known === given) ?? 'push';
  if (file === undefined) throw new Error(usages[command]);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  if (command === 'new') return newEmail({ file, starter: names[0] ?? '' }, print);
  const service = await serviceAt(values.url ?? null);
  if (names.length === 0 && (command === 'push' || command === 'diff') && (await isLayoutFile(file))) {
    return command === 'diff' ? diffLayout(service, file, print) : pushLayout(service, layoutOf(file, values), print);
  }
  if (names.length !== namesOf[command]) throw new Error(usages[command]);
  return run(command, { service, file, names, values, print });
}

interface Asked {
  readonly service: RunningService;
  readonly file: string;
  readonly names: readonly string[];
  readonly values: Options;
  readonly print: (line: string) => void;
}

function run(command: Asking, { service, file, names, values, print }: Asked): Promise<void> {
  const [eventType = '', to = ''] = names;
  const { locale = null, example = null } = values;
  switch (command) {
    case 'push': {
      const [acceptOutdated, withFields] = [values['accept-outdated'] ?? false, values.fields ?? false];
      return pushEmail(service, { file, eventType, acceptOutdated, withFields }, print);
    }
    case 'pull':
      return pullEmail(service, { file, eventType }, print);
    case 'diff':
      return diffEmail(service, { file, eventType }, print);
    case 'send':
      return sendEmail(service, { file, eventType, to, locale, example }, print);
  }
}

const layoutOf = (file: string, values: Options) => ({
  file,
  acceptOutdated: values['accept-outdated'] ?? false,
  acceptBreaks: values['accept-breaks'] ?? false,
});

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
