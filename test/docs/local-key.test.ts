/** The key of the demo platform is shown to this machine, in a local run, and never elsewhere. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocsOptions } from '../../src/docs/docs-options.ts';
import { createDocs } from '../../src/docs/docs-site.ts';
import { exampleIds } from '../../src/docs/examples.ts';
import { errorStatuses } from '../../src/ground/errors/error-status.ts';
import { serveLocally } from '../support/serve-locally.ts';

const apiKey = 'td_aKeyOfTheDemoThatNobodyElseMaySee00000000';
const event = '01KAXXXXXXXXXXXXXXXXXXXXXX';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-key-'));
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify({ platformId: 'p', apiKey, ids: { event } }));
});
afterAll(() => rm(dataDir, { recursive: true }));

interface Response {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Reads a page of a service with `config`; `headers` in place of those that a browser on this machine sends. */
async function read(
  path: string,
  config: Partial<DocsOptions['config']> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const docs = createDocs({
    config: {
      production: false,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir,
      inboxPort: 8025,
      simulatorDomain: 'simulator.test',
      ...config,
    },
    publicUrl: 'http://127.0.0.1:8080',
    statuses: errorStatuses,
  });
  const server = createServer(async (incoming, outgoing) => {
    const page = await docs.find(incoming.url ?? '', incoming);
    outgoing.writeHead(page?.status ?? 404, page?.headers).end(page?.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Not `fetch`, which says Host itself.
  const asked = request({ port, host: '127.0.0.1', path, headers: { host: `127.0.0.1:${port}`, ...headers } }).end();
  const [response] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  server.close();
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
}

const emit = '/docs/api/emit-event';

describe('a local run', () => {
  test.each(['127.0.0.1:8080', 'localhost:8080', 'LOCALHOST', '[::1]:8080'])('shows its key to %s', async (host) => {
    const { text, headers } = await read(emit, {}, { host });
    expect(text).toContain(`Bearer ${apiKey}`);
    expect(text).toContain(`name="api-key" type="password" autocomplete="off" spellcheck="false" value="${apiKey}"`);
    expect(text).toContain('data-keeps-key="yes"');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' });
  });

  test('shows ids and names that are there', async () => {
    const { text } = await read('/docs/api/get-event');
    expect(text).toContain(`/v1/workspaces/ref:demo/events/${event}`);
    expect(text).not.toContain(exampleIds.event);
    expect((await read('/docs/api/create-webhook-endpoint')).text).toContain('https://hooks.test/');
  });

  test('shows no key where there is no demo platform', async () => {
    expect((await read(emit, { dataDir: tmpdir() })).text).toContain('$TIDINGS_API_KEY');
  });
});

describe('nobody else is shown the key', () => {
  const keyless = async (given: Promise<Response>) => {
    const { status, text, headers } = await given;
    expect(status).toBe(200);
    expect(text).not.toContain(apiKey);
    expect(text).not.toContain(event);
    expect(text).toContain('$TIDINGS_API_KEY');
    expect(text).toContain('data-keeps-key="no"');
    expect(headers['cache-control']).toBeUndefined();
  };

  test('not in production', () => keyless(read(emit, { production: true })));

  test.each(['0.0.0.0', '::', '192.168.1.5', 'tidings.internal'])('not where the service listens on %s', (host) =>
    keyless(read(emit, { host })),
  );

  test.each(['https://mail.example.com', 'http://127.0.0.1.example.com'])(
    'not where people see it as %s',
    (publicUrl) => keyless(read(emit, { publicUrl })),
  );

  test.each(['evil.example:8080', '127.0.0.1.evil.example', 'localhost.evil.example', '127.0.0.1:8080@evil.example'])(
    'not under the name "%s", which another site can point here',
    (host) => keyless(read(emit, {}, { host })),
  );

  test.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])(
    'not through a proxy that sends %s',
    (header) => keyless(read(emit, {}, { [header]: '203.0.113.9' })),
  );

  test('not after a local reader has been shown it', async () => {
    const docs = createDocs({
      config: {
        production: false,
        host: '127.0.0.1',
        publicUrl: null,
        dataDir,
        inboxPort: 8025,
        simulatorDomain: 'simulator.test',
      },
      publicUrl: 'http://127.0.0.1:8080',
      statuses: errorStatuses,
    });
    const server = await serveLocally(async (incoming, outgoing) => {
      outgoing.end((await docs.find(incoming.url ?? '', incoming))?.body);
    });
    const url = `${server.origin}${emit}`;
    expect(await (await fetch(url)).text()).toContain(apiKey);
    expect(await (await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.9' } })).text()).not.toContain(apiKey);
    await server.close();
  });

  test('and no other document has it', async () => {
    for (const path of ['/docs/openapi.json', '/docs/search.json', '/docs/assets/docs.js', '/docs/webhooks']) {
      expect((await read(path)).text).not.toContain(apiKey);
    }
  });
});

test('the guide names the inbox by the port that it has', async () => {
  const { text } = await read('/docs/guides/first-mail', { inboxPort: 8125 });
  expect(text).toContain('http://127.0.0.1:8125');
  expect(text).not.toContain('127.0.0.1:8025');
});
