/**
 * `npm run email:dev [folder]`: a page with the mails of a folder (emails/starters), the looks, the blocks and the
 * templates of the service, each as it would be sent. It needs no network. `--port` chooses another port than 3000;
 * `--url <base url>` another service than the local run, with its key in TIDINGS_API_KEY.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceAt } from './ask-service.ts';
import { startBench } from './bench/start-bench.ts';
import { insistOnOwnOptions } from './own-options.ts';
import { shown, startersFolder } from './starter-file.ts';

const usage = 'npm run email:dev [folder] [-- --port <port>] [--url <base url>]';
const usualPort = 3000;

const options = { port: { type: 'string' }, url: { type: 'string' } } as const;

async function main(): Promise<void> {
  insistOnOwnOptions(Object.keys(options), process.env);
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [folder = startersFolder, ...rest] = positionals;
  const port = Number(values.port ?? usualPort);
  if (rest.length > 0 || !Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(usage);
  const bench = await startBench({
    folder: resolve(folder),
    port,
    service: () => serviceAt(values.url ?? null),
  });
  process.stdout.write(
    `The mails of ${shown(resolve(folder))} are at ${bench.url}\nThey are shown as soon as they are saved.\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bench.stop());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
