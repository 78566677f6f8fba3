/**
 * `npm run webhooks:listen`: shows the webhooks of the local run, with their signatures checked. With
 * `-- --forward <url>` it posts each on to a program of one's own and answers what that answers.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { startListener } from './start-listener.ts';

/** Once asked to stop, it is gone after this, even when Tidings does not answer; milliseconds. */
const stopTimeout = 3_000;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { forward: { type: 'string' } } });
  const forward = values.forward ?? null;
  if (forward !== null && !URL.canParse(forward))
    throw new Error('--forward takes a URL, such as http://127.0.0.1:3000/hooks');
  const print = (text: string) => void process.stdout.write(text);
  const listener = await startListener({ dataDir: readConfig(process.env).dataDir, forward, print });
  print(`Listening for webhooks at ${listener.url}. Ctrl-C ends it.\n`);
  const stop = () => {
    setTimeout(() => process.exit(1), stopTimeout).unref();
    // An endpoint that stays behind is removed by the next run.
    void listener.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
