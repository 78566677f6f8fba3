/**
 * The guides of frameworks: what they show is written to files, and run against a service. JavaScript always; the other
 * languages where they and their packages are installed.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guideText } from '../../src/docs/guide-text.ts';
import { frameworks } from '../../src/docs/site-map.ts';
import { ensureDemoPlatform } from '../../src/local/demo-platform.ts';
import { signingKey, signWebhook } from '../../src/webhooks/secrets/sign-webhook.ts';
import { freePort } from '../support/free-port.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const secret = 'whsec_JSUlJSUlJSUlJSUlJSUlJSUlJSUlJSUlJSUlJSUlJSU=';

let tidings: TestService;
let apiKey: string;
const folders: string[] = [];
const databases: TestDatabase[] = [];
beforeAll(async () => {
  tidings = await startTestService();
  const { app } = tidings.service;
  ({ apiKey } = await ensureDemoPlatform(app, app.config.dataDir));
});
afterAll(async () => {
  await tidings?.stop();
  for (const database of databases) await database.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

interface Shown {
  readonly file: string;
  readonly language: string;
  readonly code: string;
}

/** The code of a guide whose first line names its file. */
async function shownFiles(guide: string): Promise<readonly Shown[]> {
  const text = await guideText(guide, []);
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, language = '', code = '']) => {
    const [, file] =
      /^(?:<\?php\n)?(?:\/\/|#) ([\w./-]+\.\w+)(?::|$)/m.exec(code.split('\n').slice(0, 2).join('\n')) ?? [];
    return file === undefined ? [] : [{ file, language, code }];
  });
}

async function writeFiles(guide: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tidings-${guide}-`));
  folders.push(folder);
  for (const { file, code } of await shownFiles(guide)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), code);
  }
  return folder;
}

const service = () => ({ TIDINGS_URL: tidings.service.url ?? '', TIDINGS_API_KEY: apiKey });

test('each guide shows the raw body, jobs, retries and a test with the simulator', async () => {
  for (const guide of Object.keys(frameworks)) {
    const text = await guideText(guide, []);
    for (const part of [
      'body as it came',
      '## Background jobs',
      '## Emit, with retries',
      '## Test with the simulator',
      '@simulator.test',
      'compare their',
    ])
      expect(text.replace(/\s+/g, ' '), `${guide}: ${part}`).toContain(part);
    expect(text).not.toContain('<!--');
  }
});

/** Packages that a guide installs, with where they are here. */
const packages = { express: 'express-5', fastify: 'fastify', pg: 'pg', 'pg-boss': 'pg-boss' };

describe.each([
  { guide: 'express', file: 'app.test.ts', tests: 3 },
  { guide: 'fastify', file: 'app.test.ts', tests: 2 },
  { guide: 'nextjs', file: 'route.test.ts', tests: 2 },
])('the guide $guide', ({ guide, file, tests }) => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    folder = await writeFiles(guide);
    await mkdir(join(folder, 'node_modules'));
    for (const [name, place] of Object.entries(packages)) {
      await symlink(join(root, 'node_modules', place), join(folder, 'node_modules', name));
    }
    await cp(join(root, 'src', 'pages', 'verifiers', 'verify-webhook.ts'), join(folder, 'verify-webhook.ts'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const database = await createEmptyDatabase();
    databases.push(database);
    const url = plainUrl(database.url);
    const [sql = ''] = /CREATE TABLE tidings_webhooks[^;]+;/.exec(await guideText(guide, [])) ?? [];
    await query(url, `${sql} CREATE TABLE orders (mail_key text PRIMARY KEY, mail text)`);
    env = { ...process.env, ...service(), DATABASE_URL: url, TIDINGS_WEBHOOK_SECRET: secret };
  });

  test('has tests that pass', async () => {
    const { stdout } = await run(process.execPath, ['--no-warnings', '--test', '--test-reporter=tap', file], {
      cwd: folder,
      env,
    });
    expect(stdout).toMatch(new RegExp(`^# pass ${tests}$`, 'm'));
    expect(stdout).toMatch(/^# fail 0$/m);
  });

  test('starts nothing without the secret: an empty one would let anybody sign', async () => {
    const entry = guide === 'nextjs' ? './app/webhooks/tidings/route.ts' : './app.ts';
    const { stderr } = await run(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', `await import('${entry}')`],
      {
        cwd: folder,
        env: { ...env, TIDINGS_WEBHOOK_SECRET: '' },
      },
    ).catch((error: { readonly stderr: string }) => error);
    expect(stderr).toContain('TIDINGS_WEBHOOK_SECRET must be set');
  });

  test.skipIf(guide === 'nextjs')('has a server that emits later, and marks what bounced', async () => {
    const port = await freePort();
    const server = spawn(process.execPath, ['--no-warnings', 'server.ts'], {
      cwd: folder,
      env: { ...env, PORT: String(port) },
      stdio: 'inherit',
    });
    try {
      const ship = () =>
        fetch(`http://127.0.0.1:${port}/orders/${guide}-7/ship`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"email":"bounce+later@simulator.test"}',
        }).then(
          ({ status }) => status,
          () => null,
        );
      await expect.poll(ship, { interval: 200 }).toBe(202);
      const key = `order-${guide}-7-shipped`;
      await query(env.DATABASE_URL, `INSERT INTO orders VALUES ('${key}', 'sent')`);
      const found = async () => {
        const list = await fetch(`${tidings.service.url}/v1/workspaces/ref:demo/messages?key=${key}`, {
          headers: { Authorization: `Bearer ${apiKey}` },
        });
        return ((await list.json()) as { readonly data: readonly unknown[] }).data.length;
      };
      await expect.poll(found, { interval: 200 }).toBe(1);

      const body = JSON.stringify({
        id: '01KJPV900000000000000000WH',
        type: 'message.bounced',
        created_at: '2026-03-02T09:00:00.000Z',
        data: { message: { idempotency_key: key }, bounce: 'hard' },
      });
      const signed = signWebhook('01KJPV900000000000000000WH', body, [signingKey('01S', secret)], new Date());
      const deliver = (text: string) =>
        fetch(`http://127.0.0.1:${port}/webhooks/tidings`, {
          method: 'POST',
          headers: { ...signed, 'Content-Type': 'application/json' },
          body: text,
        });
      expect((await deliver(`${body} `)).status).toBe(400);
      expect((await deliver(body)).status).toBe(204);
      const mail = async () =>
        (await query(env.DATABASE_URL, 'SELECT mail FROM orders WHERE mail_key = $1', [key]))[0]?.mail;
      await expect.poll(mail, { interval: 200 }).toBe('bounced');
    } finally {
      server.kill('SIGKILL');
    }
  });
});

const usualSettings = {
  search_path: 'public',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read\\ committed',
  bytea_output: 'hex',
  client_min_messages: 'notice',
  exit_on_error: 'off',
};

/** The server of the tests has hostile settings (test/support/hostile-settings.ts); that of a reader has the usual ones. */
function plainUrl(text: string): string {
  const url = new URL(text);
  const options = Object.entries(usualSettings).map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set('options', options.join(' '));
  return url.href;
}

async function query(url: string | undefined, text: string, values?: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values && [...values])).rows ?? [];
  } finally {
    await client.end();
  }
}

/** A service that gives these answers, one after the other, and keeps what it was asked. */
async function answering(...answers: readonly (readonly [status: number, headers?: Record<string, string>])[]) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(JSON.parse(body).idempotency_key);
    const [status, headers = {}] = answers[asked.length - 1] ?? [500];
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end('{"data":{"id":"1","message":{"id":"2","state":"queued"}}}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

describe('the client of JavaScript', () => {
  const program = `import { emit } from './tidings.ts';
const event = { type: 't', idempotency_key: 'k', recipient: { email: 'a@b.test' }, payload: {} };
console.log(await emit('ref:demo', event).then(({ message }) => message.state, (error) => error.message));`;
  const emitTo = async (url: string) => {
    const folder = await writeFiles('express');
    const args = ['--no-warnings', '--input-type=module', '-e', program];
    const env = { ...process.env, TIDINGS_URL: url, TIDINGS_API_KEY: 'td_x' };
    return (await run(process.execPath, args, { cwd: folder, env })).stdout.trim();
  };

  test('repeats what may be repeated, with the same key, when the service says', async () => {
    const busy = await answering([503, { 'Retry-After': '0' }], [429, { 'Retry-After': '0' }], [202]);
    expect(await emitTo(busy.url)).toBe('queued');
    expect(busy.asked).toEqual(['k', 'k', 'k']);
    busy.close();
  });

  test('repeats no error of the caller', async () => {
    const strict = await answering([422]);
    expect(await emitTo(strict.url)).toMatch(/^The emit k was not accepted: 422 /);
    expect(strict.asked).toEqual(['k']);
    strict.close();
  });
});

const can = (command: string, args: readonly string[]) => spawnSync(command, args).status === 0;
const verifierOf = (name: string) => join(root, 'src', 'pages', 'verifiers', name);

// Debian's Python has Debian's packages; another one may have its own.
const python = ['python3', '/usr/bin/python3'].find((command) =>
  can(command, ['-c', 'import django, celery, requests']),
);
test.skipIf(python === undefined)(
  `the guide of Django has tests that pass${python ? '' : ': no Python with django, celery and requests is installed here'}`,
  async () => {
    const folder = await writeFiles('django');
    await cp(verifierOf('verify_webhook.py'), join(folder, 'shop', 'verify_webhook.py'));
    await writeFile(join(folder, 'shop', '__init__.py'), '');
    await writeFile(
      join(folder, 'settings.py'),
      `import celery
SECRET_KEY = "x"
INSTALLED_APPS = ["shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
ROOT_URLCONF = "urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
app = celery.Celery("shop", broker="memory://")
app.conf.task_always_eager = True
app.set_default()
`,
    );
    await writeFile(
      join(folder, 'urls.py'),
      'from django.urls import path\nfrom shop.views import tidings_webhook\n\nurlpatterns = [path("webhooks/tidings", tidings_webhook)]\n',
    );
    const env = { ...process.env, ...service(), DJANGO_SETTINGS_MODULE: 'settings', PYTHONPATH: pathOf(folder) };
    const { stderr } = await run(python ?? '', ['-B', '-m', 'django', 'test', 'shop'], { cwd: folder, env });
    expect(stderr).toMatch(/^Ran 3 tests[\s\S]*^OK$/m);
  },
);

function pathOf(folder: string): string {
  return [folder, process.env.PYTHONPATH].filter(Boolean).join(':');
}

test.skipIf(!can('go', ['version']))(
  'the guide of Go compiles, and has tests that pass',
  { timeout: 300_000 },
  async () => {
    const folder = await writeFiles('go');
    await mkdir(join(folder, 'webhooks'));
    await cp(verifierOf('verify_webhook.go'), join(folder, 'webhooks', 'verify.go'));
    // The driver of the database is a package from elsewhere; the rest is the standard library.
    await rm(join(folder, 'main.go'));
    await writeFile(join(folder, 'go.mod'), 'module example.com/shop\n\ngo 1.19\n');
    const env = { ...process.env, ...service(), GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };
    await run('go', ['vet', './...'], { cwd: folder, env });
    const { stdout } = await run('go', ['test', './...'], { cwd: folder, env });
    expect(stdout).toMatch(/^ok\s+example\.com\/shop\/receive/m);
  },
);

describe.each([
  { guide: 'rails', language: 'ruby', command: 'ruby', check: '-c' },
  { guide: 'laravel', language: 'php', command: 'php', check: '-l' },
])('the guide $guide', ({ guide, language, command, check }) => {
  const installed = can(command, ['--version']);
  test.skipIf(!installed)(
    `has files that ${command} reads${installed ? '' : ', which is not installed here'}`,
    async () => {
      const folder = await writeFiles(guide);
      const files = (await shownFiles(guide)).filter((shown) => shown.language === language);
      expect(files.length).toBeGreaterThan(5);
      for (const { file } of files) {
        const { stdout } = await run(command, [check, join(folder, file)]);
        expect(stdout, file).toMatch(/Syntax OK|No syntax errors/);
      }
    },
  );
});

test.skipIf(!can('ruby', ['--version']))('the client of Ruby emits', async () => {
  const folder = await writeFiles('rails');
  const program = `require "./app/services/tidings"
event = Tidings.emit("ref:demo", { "type" => "order.shipped", "idempotency_key" => "ruby-client",
  "recipient" => { "email" => "bounce+ruby@simulator.test" },
  "payload" => { "order_number" => "1001", "tracking_url" => "https://example.com/track/1001" } })
puts event["message"]["state"]
begin
  Tidings.emit("ref:demo", {})
rescue Tidings::Refused => error
  puts error.message[0, 3]
end`;
  const { stdout } = await run('ruby', ['-e', program], { cwd: folder, env: { ...process.env, ...service() } });
  expect(stdout).toBe('queued\n422\n');
});
