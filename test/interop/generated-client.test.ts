/** A client whose types openapi-typescript made, with its defaults, from our OpenAPI file: short bodies compile. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-client-'));
  const generator = root('node_modules/openapi-typescript/bin/cli.js');
  const written = ['--output', join(folder, 'api.d.ts')];
  await insistOn(process.execPath, ['--import', withTypeScript5, generator, root('rest/openapi.yaml'), ...written]);
  await writeFile(join(folder, 'client.ts'), client);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true }));

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: 'nodenext',
  target: 'es2022',
  types: [],
};

test.each(Object.entries(compilers))('bodies without optional fields compile with %s', async (_name, compiler) => {
  const { code, output } = await run(process.execPath, [compiler, '--project', folder]);
  expect(output).toBe('');
  expect(code).toBe(0);
});
