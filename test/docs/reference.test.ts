/** The pages of the documentation as a production service gives them: links, policy, the document behind them. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slugOf } from '../../src/docs/api-document.ts';
import { recordedUrl } from '../../src/docs/examples.ts';
import { type ErrorCode, errorCodes } from '../../src/ground/errors/error-codes.ts';
import { errorStatuses } from '../../src/ground/errors/error-status.ts';
import { createRequestListener } from '../../src/http/server.ts';
import { attemptGaps } from '../../src/webhooks/delivery/webhook-schedule.ts';
import { webhookTypes } from '../../src/webhooks/webhook-types.ts';
import { operations } from '../rest/harness/contract.ts';
import { serveLocally } from '../support/serve-locally.ts';
import { createWorld } from '../support/world.ts';
import { textOf } from './shown-code.ts';

let origin: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const world = await createWorld();
  const server = await serveLocally(await createRequestListener(world.app));
  ({ origin } = server);
  close = async () => {
    await server.close();
    await world.close();
  };
});
afterAll(() => close());

const read = async (path: string) => (await fetch(`${origin}${path}`)).text();

/** The links and names of a page. */
interface Seen {
  readonly status: number;
  readonly links: readonly URL[];
  readonly ids: ReadonlySet<string>;
  readonly text: string;
  readonly headers: Headers;
}

async function see(path: string): Promise<Seen> {
  const response = await fetch(`${origin}${path}`);
  const text = await response.text();
  const found = (name: string) =>
    [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
  const links = [...found('href'), ...found('src')]
    .filter((link) => !link.startsWith('data:'))
    .map((link) => new URL(link.replaceAll('&amp;', '&'), `${origin}${path}`));
  return { status: response.status, links, ids: new Set(found('id')), text, headers: response.headers };
}

/** Every page that a reader can reach from /docs. */
async function crawl(): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>();
  const open = ['/docs'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    const page = await see(path);
    seen.set(path, page);
    open.push(...page.links.filter((link) => link.origin === origin).map(({ pathname }) => pathname));
  }
  return seen;
}

describe('the pages', () => {
  let pages: ReadonlyMap<string, Seen>;
  beforeAll(async () => {
    pages = await crawl();
  });
  // The pictures of blocks are mails in frames (test/docs/drawn-blocks.test.ts).
  const html = () =>
    [...pages].filter(
      ([path, { headers }]) => headers.get('content-type')?.startsWith('text/html') && !path.endsWith('.html'),
    );

  it('are reached by links, and no link leads nowhere', () => {
    expect(pages.size).toBeGreaterThan(70);
    for (const [path, { status, links }] of pages) {
      // The editor of GraphQL and the local inbox are no pages of this folder.
      if (!path.startsWith('/docs')) continue;
      expect([path, status]).toEqual([path, 200]);
      for (const { origin: to, pathname, hash } of links) {
        if (to !== origin || hash === '') continue;
        expect(pages.get(pathname)?.ids.has(decodeURIComponent(hash.slice(1))), `${path} → ${pathname}${hash}`).toBe(
          true,
        );
      }
    }
  });

  it('link to other sites nowhere but to two standards, the local inbox and this service by its name', () => {
    const abroad = html().flatMap(([, { links }]) => links.filter((link) => link.origin !== origin));
    expect([...new Set(abroad.map((link) => link.host))].toSorted()).toEqual([
      '127.0.0.1:8025',
      'tidings.test',
      'unicode-org.github.io',
      'www.standardwebhooks.com',
    ]);
  });

  it('cover every operation, every webhook type and every error code', () => {
    for (const { id } of operations) expect([...pages.keys()]).toContain(`/docs/api/${slugOf(id)}`);
    for (const type of webhookTypes) expect([...pages.keys()]).toContain(`/docs/webhooks/${type}`);
    for (const code of Object.keys(errorCodes)) expect(pages.get('/docs/errors')?.ids).toContain(code);
  });

  it('have for each error its status, its cause, what to do and a response that has its code', () => {
    const text = pages.get('/docs/errors')?.text ?? '';
    for (const code of Object.keys(errorCodes) as ErrorCode[]) {
      const [, entry = ''] = new RegExp(`<section class="error" id="${code}">([\\s\\S]*?)</section>`).exec(text) ?? [];
      expect(entry).toContain(`<span class="status bad">${errorStatuses[code]}</span>`);
      expect(entry, code).toMatch(/<dt>Cause<\/dt><dd>[^<]+[\s\S]*<dt>What to do<\/dt><dd>[^<]+/);
      const [, example = ''] = /<pre class="code"[^>]*><code>([\s\S]*?)<\/code><\/pre>/.exec(entry) ?? [];
      const shown = JSON.parse(textOf(example));
      expect(shown).toMatchObject({ code, doc_url: expect.stringMatching(`/docs/errors#${code}$`) });
    }
  });

  it('have scripts and styles of this process alone, and a policy that keeps it so', () => {
    for (const [path, { text, headers }] of html()) {
      expect(headers.get('content-security-policy'), path).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text, path).not.toMatch(/<script(?![^>]*\bsrc=)|<style|<\w[^>]*\s(?:style|on\w+)=/);
    }
  });

  it('are well-formed, with one heading and no id twice', () => {
    for (const [path, { text }] of html()) {
      const faults: string[] = [];
      parse(text, { onParseError: ({ code }) => faults.push(code) });
      expect([path, faults]).toEqual([path, []]);
      expect(text, path).not.toMatch(/<a [^>]*><a /);
      expect([path, text.match(/<h1/g)?.length]).toEqual([path, 1]);
      const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect([path, ids.length]).toEqual([path, new Set(ids).size]);
    }
  });

  it('show no key but the name of the variable that holds it', () => {
    for (const [path, { text, headers }] of html()) {
      expect(text, path).not.toMatch(/td_[0-9A-Za-z]{20}/);
      expect(headers.get('cache-control')).toBeNull();
    }
    expect(pages.get('/docs/api/emit-event')?.text).toContain('$TIDINGS_API_KEY');
  });
});

describe('beside the pages', () => {
  it('the bare address of the service leads to them', async () => {
    const answer = await fetch(`${origin}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  });

  it('nothing else is given', async () => {
    for (const path of [
      '/docs/',
      '/docsx',
      '/docs/assets/',
      '/docs/assets/package.json',
      '/docs/assets/..%2fhtml.ts',
      '/docs/api/emitEvent',
      '/docs/guides/webhooks',
      '/docs/guides/..%2f..%2fpackage',
      '/docs/webhooks/message.read',
      '/docs/constructor',
      '//',
    ]) {
      expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${origin}/docs`, { method: 'POST' })).status).toBe(404);
  });

  it('the retry times are those of the code', async () => {
    const text = await read('/docs/webhooks');
    const [, table = ''] = /After the first<\/th>([\s\S]*?)<\/table>/.exec(text) ?? [];
    const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row.replace(/<[^>]+>/g, '|'));
    expect(rows).toHaveLength(attemptGaps.length);
    expect(rows.slice(0, 3)).toEqual(['|1||at once||0|', '|2||5 s||5 s|', '|3||1 min||1 min 5 s|']);
    expect(rows.at(-1)).toBe('|15||12 h||69 h 51 min 5 s|');
  });

  it('the search finds each page, and each heading of a guide', async () => {
    const entries: readonly { readonly path: string; readonly title: string; readonly text: string }[] = JSON.parse(
      await read('/docs/search.json'),
    );
    const paths = entries.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(operations.map(({ id }) => `/api/${slugOf(id)}`)));
    expect(paths).toEqual(expect.arrayContaining(webhookTypes.map((type) => `/webhooks/${type}`)));
    expect(paths).toEqual(expect.arrayContaining(Object.keys(errorCodes).map((code) => `/errors#${code}`)));
    expect(paths).toEqual(expect.arrayContaining(['/guides/templates#merge-tags', '/webhooks#retries']));
    for (const { path, title, text } of entries) {
      const { status, ids } = await see(`/docs${path}`);
      expect([path, status]).toEqual([path, 200]);
      if (path.includes('#')) expect(ids.has(path.split('#')[1] ?? ''), path).toBe(true);
      expect(`${title} ${text}`).not.toMatch(/<!--|\*\*|---|\]\(/);
    }
  });
});

describe('the document behind them', () => {
  // biome-ignore lint/suspicious/noExplicitAny: read as a tool reads it.
  let document: any;
  beforeAll(async () => {
    document = await (await fetch(`${origin}/docs/openapi.json`)).json();
  });

  it('is valid OpenAPI 3.1, and names the service that it came from', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(document.servers).toEqual([{ url: 'http://tidings.test/v1' }]);
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it('shows no extension but the error codes and the samples', () => {
    const extensions = JSON.stringify(document).match(/"x-[\w-]+":/g);
    expect([...new Set(extensions)].toSorted()).toEqual(['"x-codeSamples":', '"x-codes":']);
  });

  it.each(operations.map(({ id, method, path }) => [id, method.toLowerCase(), path] as const))(
    '%s has a request in six languages, and an example of every response with a body',
    (_id, method, path) => {
      const { requestBody, responses, 'x-codeSamples': samples } = document.paths[path][method];
      expect(samples.map(({ lang }: { lang: string }) => lang)).toEqual([
        'Shell',
        'TypeScript',
        'Python',
        'PHP',
        'Ruby',
        'Go',
      ]);
      expect(samples[0].source).toMatch(/^curl .*http:\/\/tidings\.test\/v1\//);
      if (requestBody) {
        const { 'application/json': json, ...files } = requestBody.content;
        expect(Object.keys(json?.examples ?? files).length).toBeGreaterThan(0);
      }
      for (const [status, response] of Object.entries<{ content?: { 'application/json'?: { examples?: object } } }>(
        responses,
      )) {
        if (
          !response.content ||
          (_id === 'saveSendingDomain' && status === '201') ||
          (_id === 'saveBrand' && status === '201')
        )
          continue;
        const { 'application/json': json, ...files } = response.content;
        expect(Object.keys(json ? (json.examples ?? {}) : files).length, status).toBeGreaterThan(0);
      }
    },
  );

  it.each(webhookTypes)('%s is described as a webhook, and its recorded body fits its schema', (type) => {
    const { schema, examples } = document.webhooks[type].post.requestBody.content['application/json'];
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addFormat('date-time', true);
    const check = ajv.compile(schema);
    check(examples.recorded.value);
    expect(check.errors).toBeNull();
    check({ ...examples.recorded.value, data: {} });
    expect(check.errors?.length).toBeGreaterThan(0);
  });

  it('has names outside a local run that a reader can follow', () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/hooks\.test|demo\.test/);
    expect(text).toContain('https://platform.example.com/');
    expect(text).not.toContain(recordedUrl);
  });
});
