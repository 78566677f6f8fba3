/**
 * `npm run webhooks:listen`: shows the webhooks of the local run and checks their signatures. `-- --forward <url>`
 * posts each webhook on to a program and returns that program's response.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../ground/config/config.ts';
import { startListener } from './start-listener.ts';

/** Time from a stop signal to the exit, even when Tidings does not respond; milliseconds. */
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
    // The next run removes an endpoint that is left behind.
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
