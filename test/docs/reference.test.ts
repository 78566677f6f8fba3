import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRequestListener } from '../../src/server.ts';
import { operations } from '../rest/harness/contract.ts';
import { createWorld } from '../schema/world.ts';

let origin: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const world = await createWorld();
  const server = createServer(await createRequestListener(world.app)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.close();
    await world.close();
  };
});
afterAll(() => close());

const linked = /(?:src|href)="(docs\/[^"#]+|https?:[^"]+)"/g;

describe('the API reference', () => {
  it('is a page whose scripts are this process’s own, and whose policy keeps it so', async () => {
    const page = await fetch(`${origin}/docs`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; .*script-src 'self'; /);
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
    const text = await page.text();
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)/);
    const links = [...text.matchAll(linked)].map(([, address]) => address ?? '');
    expect(links).toEqual(expect.arrayContaining(['docs/assets/swagger-ui.js', 'docs/openapi.json', 'docs/errors']));
    for (const link of links) {
      const file = await fetch(new URL(link, `${origin}/docs`));
      expect([link, file.status]).toEqual([link, 200]);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(500);
    }
  });

  it('is where the bare address of the service leads', async () => {
    const answer = await fetch(`${origin}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  });

  it('lists every operation of the contract', async () => {
    const text = await (await fetch(`${origin}/docs`)).text();
    const listed = [...text.matchAll(/data-operation="(\w+)"/g)].map(([, id]) => id);
    expect(listed.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  it('gives no file but its own', async () => {
    for (const path of [
      '/docs/',
      '/docs/assets/',
      '/docs/assets/package.json',
      '/docs/assets/..%2fpackage.json',
      '//',
    ]) {
      expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${origin}/docs`, { method: 'POST' })).status).toBe(404);
  });
});

describe('the document behind it', () => {
  // biome-ignore lint/suspicious/noExplicitAny: read as the browser reads it.
  let document: any;
  beforeAll(async () => {
    document = await (await fetch(`${origin}/docs/openapi.json`)).json();
  });

  it('names the service that it came from', () => {
    expect(document.servers).toEqual([{ url: 'http://tidings.test/v1' }]);
  });

  it.each(operations.map(({ id, method, path }) => [id, method.toLowerCase(), path] as const))(
    '%s has a request to paste, and an example of every answer with a body',
    (_id, method, path) => {
      const { description, requestBody, responses } = document.paths[path][method];
      expect(description).toMatch(/```sh\ncurl .*http:\/\/tidings\.test\/v1\//);
      if (requestBody) {
        expect(Object.keys(requestBody.content['application/json'].examples).length).toBeGreaterThan(0);
      }
      for (const [status, response] of Object.entries<{ content?: { 'application/json': { examples?: object } } }>(
        responses,
      )) {
        if (!response.content) continue;
        expect(Object.keys(response.content['application/json'].examples ?? {}).length, status).toBeGreaterThan(0);
      }
    },
  );

  it('quotes what a shell would read otherwise', () => {
    const { description } = document.paths['/workspaces/{workspace}'].patch;
    expect(description).toContain(`-d '{\n  "name": "Blue Bakery & Café"\n}'`);
    expect(document.paths['/workspaces/{workspace}/contacts'].get.description).toContain(
      `curl 'http://tidings.test/v1/workspaces/ref:bakery/contacts?status=subscribed'`,
    );
  });
});
