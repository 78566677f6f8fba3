/**
 * Runs the examples of every operation exactly as the page of a local run shows it, each on a fresh demo platform, and
 * the commands of the guides.
 */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { slugOf } from '../../src/docs/api-document.ts';
import { languages } from '../../src/docs/samples/write-samples.ts';
import { guides } from '../../src/docs/site-map.ts';
import { ensureDemoPlatform } from '../../src/local/demo-platform.ts';
import { operations } from '../rest/harness/contract.ts';
import { everyWay } from '../support/every-way.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { shownExamples } from './shown-code.ts';

const run = promisify(execFile);

let tidings: TestService;
let folder: string;
beforeAll(async () => {
  tidings = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'tidings-samples-'));
});
afterAll(async () => {
  await tidings?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function freshDemo(): Promise<string> {
  const { app } = tidings.service;
  await rm(join(app.config.dataDir, 'demo.json'), { force: true });
  return (await ensureDemoPlatform(app, app.config.dataDir)).apiKey;
}

let isTouched = true;
async function untouchedDemo(): Promise<void> {
  if (isTouched) await freshDemo();
  isTouched = false;
}

async function readPage(path: string): Promise<string> {
  const response = await fetch(`${tidings.service.url}${path}`);
  expect(response.status, path).toBe(200);
  return response.text();
}

const pageOf = (id: string) => readPage(`/docs/api/${slugOf(id)}`);

/** Runs a command of bash; curl says the status in a line of its own. */
async function statusOf(command: string): Promise<number> {
  const shown = command.replace(/^curl /, "curl -sS -w '\\n%{http_code}' ");
  // Some commands write a file.
  const { stdout } = await run('bash', ['-c', shown], { cwd: folder });
  return Number(stdout.split('\n').at(-1));
}

/** Some operations in `npm test`, all of them with `EVERY_WAY=1`. */
const tried = everyWay ? operations : operations.filter((_, at) => at % 24 === 0);

test.each(tried.map(({ id, method }) => [id, method] as const))(
  'each example of %s gets the status that is shown',
  { timeout: 120_000 },
  async (id, method) => {
    await untouchedDemo();
    let shown = shownExamples(await pageOf(id));
    expect(shown.length).toBeGreaterThan(0);
    // The first of each in `npm test`, all of them with `EVERY_WAY=1`.
    for (let at = 0; at < (everyWay ? shown.length : 1); at += 1) {
      // What one example deletes, the next one may want.
      if (isTouched) {
        await untouchedDemo();
        shown = shownExamples(await pageOf(id));
      }
      const status = await statusOf(shown[at]?.code.bash ?? '');
      isTouched = method !== 'GET' && status < 400;
      expect([at, status]).toEqual([at, shown[at]?.status]);
    }
  },
);

/** Of each language but curl, how a file of it is run; Go compiles, which takes its time. */
const runners = [
  { id: 'typescript', file: 'sample.ts', command: process.execPath, args: ['--no-warnings'], probe: ['--version'] },
  { id: 'python', file: 'sample.py', command: 'python3', args: ['-B'], probe: ['-c', 'import requests'] },
  { id: 'php', file: 'sample.php', command: 'php', args: [], probe: ['-r', 'curl_version();'] },
  { id: 'ruby', file: 'sample.rb', command: 'ruby', args: [], probe: ['--version'] },
  { id: 'go', file: 'sample.go', command: 'go', args: ['run'], probe: ['version'] },
] as const;

test('every language has a runner here', () => {
  expect(['bash', ...runners.map(({ id }) => id)]).toEqual(languages.map(({ id }) => id));
});

describe.each(runners)('a sample in $id', ({ id, file, command, args, probe }) => {
  const installed = spawnSync(command, probe).status === 0;
  const execute = async (code: string, env: NodeJS.ProcessEnv = {}) => {
    await writeFile(join(folder, file), code);
    return (await run(command, [...args, join(folder, file)], { env: { ...process.env, ...env } })).stdout;
  };

  // The slower languages with `EVERY_WAY=1`.
  test.skipIf(!installed || !(everyWay || id === 'typescript'))(
    'prints the status that is shown',
    { timeout: 120_000 },
    async () => {
      isTouched = true;
      await freshDemo();
      // In an order in which none takes from the next what it needs.
      for (const operation of ['getKey', 'emitEvent', 'saveTemplate', 'upsertContacts', 'deleteContact']) {
        const [shown] = shownExamples(await pageOf(operation));
        expect(await execute(shown?.code[id] ?? ''), operation).toMatch(new RegExp(`^${shown?.status}\\b`));
      }
    },
  );

  test.skipIf(!installed)('sends any text as it is, with the key of the environment', async () => {
    const body = {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: what looks like code must arrive as text.
      text: 'it\'s "quoted" \\ `ticked` #{1} ${2} $three %s é 漢 \n\t<b>&amp;',
      'a key-1': { empty: {}, list: [], none: null, yes: true, no: false, number: 1.5, nested: [{ deep: ['x'] }] },
    };
    const got: { body: string; authorization: string | undefined }[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      got.push({ body: Buffer.concat(chunks).toString('utf8'), authorization: request.headers.authorization });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/it?a=%27&b=$c`;
    const write = languages.find((language) => language.id === id)?.write;
    await execute(write?.({ method: 'POST', url, apiKey: null, body, hasResponse: true }) ?? '', {
      TIDINGS_API_KEY: 'td_environment',
    });
    server.close();
    expect(got.map(({ authorization }) => authorization)).toEqual(['Bearer td_environment']);
    expect(JSON.parse(got[0]?.body ?? '')).toEqual(body);
  });
});

const guideFiles = [...Object.keys(guides), 'webhooks'].map((name) => [name] as const);

test.each(guideFiles)('the commands of the guide %s succeed, and its GraphQL fits the schema', async (name) => {
  const text = await readFile(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, code = '']) => ({ language, code }));
  const key = await freshDemo();
  for (const { language, code } of blocks) {
    if (language === 'json') expect(() => JSON.parse(code), code).not.toThrow();
    if (language === 'graphql') expect(validate(schema, parse(code)).map(({ message }) => message)).toEqual([]);
    if (language === 'sh' && code.startsWith('curl ')) {
      const command = code
        .trim()
        .replaceAll('http://127.0.0.1:8080', tidings.service.url ?? '')
        .replaceAll('$TIDINGS_API_KEY', key);
      if (code.includes('text/event-stream')) {
        // The response goes on.
        const { stdout } = await run('bash', ['-c', `${command.replace(/^curl /, 'curl -s --max-time 2 ')} || true`]);
        expect(stdout).toMatch(/^event: next\ndata: \{"data":/m);
      } else expect([code, Math.floor((await statusOf(command)) / 100)]).toEqual([code, 2]);
    }
  }
});
