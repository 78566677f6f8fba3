/**
 * A client whose types openapi-typescript made, with its defaults, from our OpenAPI file: short bodies compile, and the
 * programs of the guide `typed-client` compile and run.
 */
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { insistOn, run } from './programs/run.ts';

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const withTypeScript5 = root('test/interop/programs/typescript-5.mjs');
const compilers = {
  'TypeScript 5': root('node_modules/typescript-5/lib/tsc.js'),
  'TypeScript 7': root('node_modules/typescript/lib/tsc.js'),
};

/** The shortest bodies that each operation takes, and some that are wrong. */
const client = `
import type { paths } from './api.d.ts';

type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  readonly requestBody?: { readonly content: { readonly 'application/json': infer Content } };
}
  ? Content
  : never;

export const eventType: Body<'/event-types/{name}', 'put'> = {
  fields: [
    { name: 'order_number', type: 'string' },
    { name: 'items', type: 'list', fields: [{ name: 'amount', type: 'number' }] },
  ],
};
export const template: Body<'/event-types/{name}/template', 'put'> = {
  subject: 'Order {{ event.order_number }}',
  from_local_part: 'orders',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: { blocks: [{ id: 'text', type: 'text', attrs: { text: 'Hello' } }] },
  },
};
export const translated: Body<'/event-types/{name}/template', 'put'> = {
  ...template,
  translations: { de: { 'text.text': { text: 'Hallo' } } },
};
export const workspace: Body<'/workspaces', 'post'> = {
  name: 'Shop',
  reference: 'shop',
};
export const contact: Body<'/workspaces/{workspace}/contacts/{contact}', 'put'> = { email: 'ada@example.com' };
export const emit: Body<'/workspaces/{workspace}/events', 'post'> = {
  type: 'order.shipped',
  idempotency_key: '1',
  recipient: { email: 'ada@example.com' },
  payload: {},
};
export const endpoint: Body<'/webhook-endpoints', 'post'> = {
  url: 'https://example.com/hook',
  types: ['message.bounced'],
};

// @ts-expect-error: there is no such type of field.
export const wrongType: Body<'/event-types/{name}', 'put'> = { fields: [{ name: 'order_number', type: 'text' }] };
// @ts-expect-error: a template has a subject.
export const noSubject: Body<'/event-types/{name}/template', 'put'> = { from_local_part: 'a', composition: template.composition };
// @ts-expect-error: the name has another spelling.
export const spelled: Body<'/workspaces/{workspace}/events', 'post'> = { ...emit, idempotencyKey: '1' };
`;

/** What a reader adds to the guide's files: an emit, what became of it, and a name that the API does not have. */
const shipping = `
import { tidings } from './client.ts';
import { mailsOf, orderShipped } from './ship.ts';
import type { whoBounced } from './webhooks.ts';

const id = await orderShipped('1001', 'ref:mara');
console.log(JSON.stringify({ same: id === (await orderShipped('1001', 'ref:mara')), mails: await mailsOf('1001') }));
const { error, response } = await tidings.GET('/workspaces/{workspace}', { params: { path: { workspace: 'ref:none' } } });
console.log(error?.code, response.status);

export type Who = ReturnType<typeof whoBounced>;
export const who: Who = 'mara';
// @ts-expect-error: there is no such path.
export const wrong = () => tidings.GET('/workspace');
`;
const guideFiles = ['client.ts', 'ship.ts', 'webhooks.ts'];

let folder: string;
let tidings: TestService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-client-'));
  tidings = await startTestService();
  const generator = root('node_modules/openapi-typescript/bin/cli.js');
  const typesOf = (document: string, name: string) =>
    insistOn(process.execPath, ['--import', withTypeScript5, generator, document, '--output', join(folder, name)]);
  await typesOf(root('rest/openapi.yaml'), 'api.d.ts');
  // As a reader of the guide gets it.
  const served = await fetch(`${tidings.service.url}/docs/openapi.json`);
  expect(served.status).toBe(200);
  await writeFile(join(folder, 'openapi.json'), await served.text());
  await typesOf(join(folder, 'openapi.json'), 'tidings.d.ts');
  const guide = await readFile(root('docs/guides/typed-client.md'), 'utf8');
  for (const name of guideFiles) {
    const [, code] = new RegExp(`^\`\`\`ts\\n(// ${name}\\n[\\s\\S]*?)^\`\`\`$`, 'm').exec(guide) ?? [];
    if (code === undefined) throw new Error(`The guide has no ${name}.`);
    await writeFile(join(folder, name), code);
  }
  await symlink(root('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'client-bodies.ts'), client);
  await writeFile(join(folder, 'shipping.ts'), shipping);
  await writeProject('tsconfig.json', ['client-bodies.ts']);
  await writeProject('guide.json', ['shipping.ts', ...guideFiles]);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(async () => {
  await tidings?.stop();
  await rm(folder, { recursive: true });
});

const writeProject = (name: string, files: readonly string[]) =>
  writeFile(join(folder, name), JSON.stringify({ compilerOptions, files }));

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom'],
  types: ['node'],
};

test.each(Object.entries(compilers))('bodies without optional fields compile with %s', async (_name, compiler) => {
  const { code, output } = await run(process.execPath, [compiler, '--project', folder]);
  expect(output).toBe('');
  expect(code).toBe(0);
});

test.each(Object.entries(compilers))('the guide compiles with %s', async (_name, compiler) => {
  const { code, output } = await run(process.execPath, [compiler, '--project', join(folder, 'guide.json')]);
  expect(output).toBe('');
  expect(code).toBe(0);
});

test('the client of the guide emits once, reads what became of it, and gives errors their code', async () => {
  const { apiKey, rest } = await tidings.platform('Typed');
  expect((await rest('POST', '/workspaces', { name: 'Demo', reference: 'demo' })).status).toBe(201);
  const contact = await rest('PUT', '/workspaces/ref:demo/contacts/ref:mara', { email: 'mara@example.com' });
  expect(contact.status).toBe(201);
  const env = [`TIDINGS_URL=${tidings.service.url}`, `TIDINGS_API_KEY=${apiKey}`];
  const { code, output } = await run('env', [...env, process.execPath, join(folder, 'shipping.ts')]);
  expect(code, output).toBe(0);
  const [first = '', second] = output.trim().split('\n');
  expect(JSON.parse(first)).toEqual({ same: true, mails: [{ id: expect.any(String), state: expect.any(String) }] });
  expect(second).toBe('not_found 404');
});
