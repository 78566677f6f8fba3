/**
 * `npm run email:push <file> <event type>` and `npm run email:pull <file> <event type>`: copies between a file such as
 * emails/starters/receipt.json and a running service. The service is the local run unless `--url <base url>` names
 * another, whose key is then read from TIDINGS_API_KEY.
 */
import { parseArgs } from 'node:util';
import { serviceAt } from './ask-service.ts';
import { pullEmail } from './pull-email.ts';
import { pushEmail } from './push-email.ts';

const usage = 'npm run email:push|email:pull <file> <event type> [-- --url <base url>] [--fields] [--accept-outdated]';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: { type: 'string' }, fields: { type: 'boolean' }, 'accept-outdated': { type: 'boolean' } },
  });
  const [command, file, eventType, ...rest] = positionals;
  if (file === undefined || eventType === undefined || rest.length > 0) throw new Error(usage);
  const service = await serviceAt(values.url ?? null);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  if (command === 'pull') return pullEmail(service, { file, eventType }, print);
  if (command !== 'push') throw new Error(usage);
  const [acceptOutdated, withFields] = [values['accept-outdated'] ?? false, values.fields ?? false];
  return pushEmail(service, { file, eventType, acceptOutdated, withFields }, print);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
