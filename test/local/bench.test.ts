/** The bench of designers: mails of a folder, of the service, and blocks, as they would be sent. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../emails/index.ts';
import type { RunningService } from '../../src/local/ask-service.ts';
import { type RunningBench, startBench } from '../../src/local/bench/start-bench.ts';
import { startersFolder } from '../../src/local/starter-file.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';

let folder: string;
let bench: RunningBench;
let running: TestService;
let backend: Backend;
let service: RunningService | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
  for (const name of ['receipt.json', 'welcome.json']) await cp(join(startersFolder, name), join(folder, name));
  bench = await startBench({
    folder,
    port: 0,
    async service() {
      if (service === null) throw new Error('Tidings does not run here: start it with npm start.');
      return service;
    },
  });
  running = await startTestService();
  backend = await running.platform('Acme');
});
afterAll(async () => {
  await bench.stop();
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

const withService = async (work: () => Promise<void>) => {
  const url = running.service.url ?? '';
  service = { baseUrl: `${url}/v1`, graphqlUrl: `${url}/graphql`, apiKey: backend.apiKey };
  await work().finally(() => {
    service = null;
  });
};
const get = (path: string) => fetch(`${bench.url}${path}`);
const contents = async () => (await get('/bench/contents')).json();
const mail = async (query: Record<string, string>) =>
  (await get(`/bench/mail?${new URLSearchParams({ kind: 'file', ...query })}`)).json();
const change = async (name: string, edit: (text: string) => string) =>
  writeFile(join(folder, name), edit(await readFile(join(folder, name), 'utf8')));

it('lists files, looks, blocks and what the service has', async () => {
  const listed = await contents();
  expect(listed.files).toEqual([
    { name: 'receipt', faults: 0 },
    { name: 'welcome', faults: 0 },
  ]);
  expect(listed.locales.toSorted()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'ja']);
  expect(listed.looks).toEqual(['plain', 'warm', 'bold']);
  expect(listed.blocks).toEqual(catalogue);
  expect(listed.service).toEqual({ unavailable: 'Tidings does not run here: start it with npm start.' });
});

it('shows a mail in each language and with each example, brand and look', async () => {
  const shown = await mail({ name: 'receipt' });
  expect(shown.locales[0]).toBe('en');
  expect(shown.locales.toSorted()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'ja']);
  expect(shown.examples.slice(0, 2)).toEqual(['Three items', 'One item, no name']);
  expect(shown).toMatchObject({ subject: 'Your receipt for order 2026-1042', fellBack: [], files: [] });
  expect((await mail({ kind: 'block', name: 'calendar' })).files).toEqual(['event.ics']);
  expect((await mail({ name: 'receipt', example: 'One item, no name' })).subject).toContain('2026-1043');
  expect((await mail({ name: 'receipt', locale: 'ar' })).html).toContain('dir="rtl"');
  expect((await mail({ name: 'receipt', look: 'bold' })).html).toContain('#5b21b6');
  const branded = await mail({ name: 'receipt', brand: 'sample' });
  expect(branded.html).toContain('#0f766e');
  expect(shown.html).not.toContain('#0f766e');
});

it('shows each block alone, and how it is written', async () => {
  for (const { type } of catalogue) {
    const { html } = await (await get(`/bench/mail?kind=block&name=${type}`)).json();
    expect(html, type).toContain('</html>');
    const help = await (await get(`/bench/block?name=${type}`)).json();
    expect(help.example.type).toBe(type);
  }
  const drawn = await (await get('/bench/html?kind=block&name=hero')).text();
  expect(drawn).toContain('data:image/svg+xml;base64,');
  expect(drawn).not.toContain('shop.example/images');
  expect(await (await get('/bench/block?name=hologram')).json()).toBeNull();
  const { faults } = await (await get('/bench/mail?kind=block&name=hologram')).json();
  expect(faults).toEqual([{ block: null, at: '', message: 'There is no block hologram.' }]);
});

it('names a fault by the id of its block, once, and the file in the list', async () => {
  const before = await readFile(join(folder, 'welcome.json'), 'utf8');
  await change('welcome.json', (json) => json.replace('"level":', '"levle":'));
  const { faults } = await mail({ name: 'welcome' });
  expect(faults).toEqual([
    { block: expect.any(String), at: 'levle', message: expect.stringContaining('Did you mean `level`?') },
  ]);
  expect((await contents()).files[1]).toEqual({ name: 'welcome', faults: 1 });
  expect((await get('/bench/html?kind=file&name=welcome')).status).toBe(404);
  await writeFile(join(folder, 'welcome.json'), before);
});

it('names JSON that does not parse with line and column, and a mail that is not there in words', async () => {
  await writeFile(join(folder, 'broken.json'), '{\n  "fields": [,]\n}');
  const [broken] = (await mail({ name: 'broken' })).faults;
  expect(broken.message).toMatch(/broken\.json is no JSON\. line 2, column 14: /);
  await rm(join(folder, 'broken.json'));
  const [missing] = (await mail({ name: '../../package' })).faults;
  expect(missing.message).toBe('There is no mail ../../package in this folder. There are: receipt, welcome.');
});

it('shows a mail in the layout that it names: of a file, else of the service', async () => {
  const before = await readFile(join(folder, 'welcome.json'), 'utf8');
  const json = JSON.parse(before);
  json.template.composition.document.settings = { ...json.template.composition.document.settings, layout: 'default' };
  await writeFile(join(folder, 'welcome.json'), JSON.stringify(json));
  const [none] = (await mail({ name: 'welcome' })).faults;
  expect(none.message).toContain('There is no layout default: neither ');
  const layout = (text: string) => ({ footer: [{ id: 'f', type: 'text', attrs: { text } }] });
  await withService(async () => {
    await backend.rest('PUT', '/layouts/default', layout('Of the service'));
    expect((await mail({ name: 'welcome' })).text).toContain('Of the service');
    await mkdir(join(folder, 'layouts'));
    await writeFile(join(folder, 'layouts', 'default.json'), JSON.stringify(layout('Of the file')));
    expect((await mail({ name: 'welcome' })).text).toContain('Of the file');
  });
  await writeFile(join(folder, 'layouts', 'default.json'), JSON.stringify(layout('{{ event.x }}')));
  const [fault] = (await mail({ name: 'welcome' })).faults;
  expect(fault.message).toContain('default.json: `f`: text: `event.x` is not in the mails of every event type');
  await rm(join(folder, 'layouts'), { recursive: true });
  await writeFile(join(folder, 'welcome.json'), before);
});

it('a misspelt layout is told with the one that is there', async () => {
  const before = await readFile(join(folder, 'welcome.json'), 'utf8');
  const json = JSON.parse(before);
  json.template.composition.document.settings = { layout: 'defualt' };
  await writeFile(join(folder, 'welcome.json'), JSON.stringify(json));
  await mkdir(join(folder, 'layouts'));
  await writeFile(join(folder, 'layouts', 'default.json'), '{}');
  const [fault] = (await mail({ name: 'welcome' })).faults;
  expect(fault.message).toMatch(/nor one of the service; did you mean `default`\?$/);
  await rm(join(folder, 'layouts'), { recursive: true });
  await writeFile(join(folder, 'welcome.json'), before);
});

it('shows the starters beside a folder of one’s own, and the brand of the service until another is picked', async () => {
  const { starters, hasBrand } = await contents();
  expect(starters).toHaveLength(12);
  expect(hasBrand).toBe(false);
  for (const name of starters) expect((await mail({ kind: 'starter', name })).html, name).toContain('</html>');
  const [fault] = (await mail({ kind: 'starter', name: 'reciept' })).faults;
  expect(fault.message).toBe('There is no starter reciept; did you mean `receipt`?');
  await withService(async () => {
    await backend.rest('PUT', '/brand', { name: 'Acme', colors: { primary: '#123456', on_primary: '#ffffff' } });
    expect((await contents()).hasBrand).toBe(true);
    expect((await mail({ name: 'receipt' })).html).toContain('#123456');
    expect((await mail({ name: 'receipt', brand: 'none' })).html).not.toContain('#123456');
  });
});

it('says which mail may be meant by a misspelt name', async () => {
  const [fault] = (await mail({ name: 'reciept' })).faults;
  expect(fault.message).toContain('in this folder; did you mean `receipt`?');
});

it('shows the templates of the service with its examples, attributes and brand', async () => {
  await withService(async () => {
    const { fields, template, examples } = JSON.parse(await readFile(join(folder, 'receipt.json'), 'utf8'));
    await backend.rest('POST', '/attribute-definitions', { key: 'plan', name: 'Plan', type: 'string' });
    await backend.rest('PUT', '/event-types/order.paid', { fields, examples });
    const subject = 'Receipt for {{ attributes.plan }}';
    await backend.rest('PUT', '/event-types/order.paid/template', { ...template, subject, translations: {} });
    await backend.rest('PUT', '/event-types/order.bare', { fields: [] });
    await backend.rest('PUT', '/brand', { name: 'Acme', colors: { primary: '#123456', on_primary: '#ffffff' } });
    expect((await contents()).service).toEqual({ url: service?.baseUrl, eventTypes: ['order.paid', 'order.shipped'] });
    const shown = await mail({ kind: 'service', name: 'order.paid', brand: 'service' });
    expect(shown).toMatchObject({
      subject: 'Receipt for Plan',
      examples: examples.map(({ name }: { name: string }) => name),
    });
    expect(shown.html).toContain('#123456');
    const { faults } = await mail({ kind: 'service', name: 'order.none' });
    expect(faults[0].message).toMatch(/^Refused \(404 not_found\)/);
  });
  const { faults } = await mail({ kind: 'service', name: 'order.paid' });
  expect(faults[0].message).toContain('start it with npm start');
});

it('tells open pages of a saved file', async () => {
  const response = await get('/bench/changes');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await change('receipt.json', (json) => `${json}\n`);
  let heard = '';
  while (!heard.includes('data: changed')) heard += (await reader?.read())?.value ?? '';
  await reader?.cancel();
});

it('its mails run no script and load nothing until they are asked to, and its page connects to itself alone', async () => {
  const policy = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';
  expect(await policy('/')).toMatch(/default-src 'none'.*connect-src 'self'/);
  const off = await policy('/bench/html?kind=file&name=receipt');
  expect(off).toContain('img-src data:;');
  expect(off).toContain('sandbox allow-popups');
  expect(off).not.toContain('script-src');
  expect(await policy('/bench/html?kind=file&name=receipt&images')).toContain('img-src data: http: https:');
});

it('names languages, and a tag that is none does not take the page', async () => {
  const code = await (await get('/bench/language-of.js')).text();
  const { languageOf } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  expect(['de', 'pt-BR', 'de_DE', ''].map(languageOf)).toEqual([
    'German (de)',
    'Brazilian Portuguese (pt-BR)',
    'de_DE',
    '',
  ]);
});

it('has each script that its scripts load', async () => {
  const loaded = new Set(['bench.js']);
  for (const name of loaded) {
    const response = await get(`/bench/${name}`);
    expect([name, response.status]).toEqual([name, 200]);
    for (const [, next = ''] of (await response.text()).matchAll(/ from '\.\/([\w-]+\.js)'/g)) loaded.add(next);
  }
  expect([...loaded]).toContain('language-of.js');
});

it('answers no other website, no other method and no other path', async () => {
  const { port } = new URL(bench.url);
  const ask = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path: '/bench/contents', headers }, (response) => {
        text(response).then(() => resolve(response.statusCode ?? 0), reject);
      });
      asked.once('error', reject).end();
    });
  expect(await ask({ host: `127.0.0.1:${port}` })).toBe(200);
  expect(await ask({ host: 'evil.example' })).toBe(403);
  expect(await ask({ host: `127.0.0.1:${port}`, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect((await fetch(bench.url, { method: 'POST' })).status).toBe(405);
  expect((await get('/bench/../package.json')).status).toBe(404);
});

it('says a wrong folder and a taken port in words', async () => {
  const places = { service: () => Promise.reject(new Error('none')) };
  await expect(startBench({ ...places, folder: join(folder, 'no'), port: 0 })).rejects.toThrow(
    /^There is no folder .*no\. The starters are in emails\/starters\.$/,
  );
  const port = Number(new URL(bench.url).port);
  await expect(startBench({ ...places, folder, port })).rejects.toThrow(
    `Port ${port} is in use: npm run email:dev -- --port ${port + 1}`,
  );
});
