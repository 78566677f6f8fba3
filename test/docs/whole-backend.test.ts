/** The program of the guide `whole-backend`, run as a reader runs it: on the demo platform, with the listener beside it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureDemoPlatform } from '../../src/local/demo-platform.ts';
import { writeLocalFile } from '../../src/local/local-file.ts';
import { startListener, type WebhookListener } from '../../src/local/start-listener.ts';
import { freePort } from '../support/free-port.ts';
import { startTestService, type TestService } from '../support/service.ts';

const linesMax = 60;

let tidings: TestService;
let folder: string;
let listener: WebhookListener;
let program: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  tidings = await startTestService();
  const { app, url } = tidings.service;
  const { apiKey, platformId } = await ensureDemoPlatform(app, app.config.dataDir);
  folder = await mkdtemp(join(tmpdir(), 'tidings-backend-'));
  await writeLocalFile(folder, {
    base_url: `${url}/v1`,
    graphql_url: `${url}/graphql`,
    inbox_url: null,
    inbound: null,
    api_key: apiKey,
    operator_token: '',
    simulator_domain: 'simulator.test',
    platform_id: platformId,
    webhook_host: 'hooks.test',
    webhook_cert: tidings.certificate.certFile,
    webhook_key: tidings.certificate.keyFile,
  });
  const port = await freePort();
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  listener = await startListener({ dataDir: folder, forward: `http://127.0.0.1:${port}`, print });
  const [secret = ''] = /whsec_\S+/.exec(printed) ?? [];
  const guide = await readFile(new URL('../../docs/guides/whole-backend.md', import.meta.url), 'utf8');
  program = partOf(guide, 'js');
  await writeFile(join(folder, 'backend.mjs'), program);
  await writeFile(join(folder, 'contacts.csv'), partOf(guide, 'csv'));
  env = { TIDINGS_URL: url ?? '', TIDINGS_API_KEY: apiKey, TIDINGS_WEBHOOK_SECRET: secret, PORT: String(port) };
});
afterAll(async () => {
  await listener?.stop();
  await tidings?.stop();
  await rm(folder, { recursive: true, force: true });
});

function partOf(guide: string, language: string): string {
  return new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';
}

/** Runs it, and gives what it printed. `onListening` runs once it takes webhooks. */
async function runProgram(variables: NodeJS.ProcessEnv, onListening?: () => Promise<void>) {
  const child = spawn(process.execPath, ['backend.mjs'], { cwd: folder, env: { ...process.env, ...variables } });
  let printed = '';
  let heard: Promise<void> | undefined;
  child.stdout.on('data', (text) => {
    printed += text;
    if (printed.startsWith('listening')) heard ??= onListening?.();
  });
  let faults = '';
  child.stderr.on('data', (text) => {
    faults += text;
  });
  const [code] = await once(child, 'close');
  await heard;
  return { code, faults, lines: printed.trimEnd().split('\n') };
}

/** What anybody who reaches the receiver can do: it answers, and goes on. */
const forge = async () => {
  const url = `http://127.0.0.1:${env.PORT}`;
  const aborted = request(url, { method: 'POST', headers: { 'Content-Length': 100 } });
  aborted.on('error', () => undefined);
  await new Promise<void>((resolve) => aborted.write('{ ', () => resolve()));
  aborted.destroy();
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(1_000_001) })).status).toBe(413);
  const headers = {
    'Service-Webhook-Timestamp': String(Math.floor(Date.now() / 1_000)),
    'Service-Webhook-Signature': `some=${'0'.repeat(64)}`,
  };
  const { status } = await fetch(url, { method: 'POST', headers, body: '{}' });
  expect(status).toBe(400);
};

test('it has no more lines than the guide says', () => {
  expect(program.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('//')).length).toBeLessThanOrEqual(
    linesMax,
  );
});

test('it needs its key and its secret', async () => {
  const { code, faults } = await runProgram({ ...env, TIDINGS_WEBHOOK_SECRET: '' });
  expect([code, faults]).toEqual([1, expect.stringContaining('TIDINGS_WEBHOOK_SECRET')]);
});

test.each(['2 new, 0 known', '0 new, 2 known'])('it does all that the guide says: %s', async (counted) => {
  const { code, faults, lines } = await runProgram(env, forge);
  expect([code, faults]).toEqual([0, '']);
  const webhooks = lines.filter((line) => line.startsWith('webhook: '));
  expect(webhooks).toContainEqual(expect.stringMatching(/^webhook: message\.bounced \d+-2$/));
  expect(lines.filter((line) => !webhooks.includes(line))).toEqual([
    `listening on ${env.PORT}`,
    `contacts: ${counted}, 1 rejected`,
    'emit: accepted ',
    'emit: accepted ',
    'emit: refused payload.tracking_url: is required',
    'later: scheduled, then failed (cancelled)',
    expect.stringMatching(/^lost: bounce\+emil@simulator\.test: .{10}/),
  ]);
});
