/**
 * REST can refuse nothing that GraphQL would take: every limit, pattern, enumeration and required field that
 * rest/openapi.yaml puts on a request is broken here, once each, in a request that goes to the schema directly.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContract, type Operation as Served } from '../../../rest/contract.ts';
import { type Prepared, prepare } from '../../../rest/prepare.ts';
import { toVariables } from '../../../rest/variables.ts';
import { restSchema } from '../../../schema/index.ts';
import type { Viewer } from '../../../src/context.ts';
import { exampleIds } from '../../../src/docs/examples.ts';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import { ensureDemoPlatform } from '../../../src/local/demo-platform.ts';
import { authenticateKey } from '../../../src/platforms/keys/authenticate-key.ts';
import { scopes } from '../../../src/platforms/keys/scopes.ts';
import { operationOf, operations, resolve, type Schema } from '../../rest/harness/contract.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';
import { createWorld, type World } from '../../support/world.ts';

const schema = restSchema();

interface Recorded {
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
}

const restFile = (name: string) => new URL(`../../../rest/${name}`, import.meta.url);
const recorded: Readonly<Record<string, readonly Recorded[]>> = JSON.parse(
  await readFile(restFile('examples.json'), 'utf8'),
);
const documents = await Promise.all(
  (await readdir(restFile('operations'))).map((name) => readFile(restFile(`operations/${name}`), 'utf8')),
);
const prepared = new Map<string, readonly [Served, Prepared]>(
  [...prepare(schema, await readContract(restFile('openapi.yaml')), documents.join('\n'))].map(([operation, found]) => [
    operation.id,
    [operation, found],
  ]),
);

let world: World;
let viewer: Pick<Viewer, 'platformId' | 'apiKeyId'>;
let dns: NameServer;
let endpoint: string;
/** Ids of the demo, by those that the examples have in their place. */
let ids: ReadonlyMap<string, string>;
beforeAll(async () => {
  dns = await startNameServer();
  for (const name of ['platform.example.com', 'new.platform.example.com']) dns.a(name, '8.8.8.8');
  world = await createWorld({ DNS_SERVERS: dns.address });
  // The examples are about what the demo holds.
  const folder = await mkdtemp(join(tmpdir(), 'tidings-rules-'));
  const demo = await ensureDemoPlatform(world.app, folder).finally(() => rm(folder, { recursive: true }));
  const { platformId, apiKey } = demo;
  ids = new Map(Object.entries(exampleIds).map(([name, id]) => [id, demo.ids?.[name] ?? id]));
  const key = await authenticateKey(world.app, apiKey);
  viewer = { platformId, apiKeyId: key?.apiKeyId ?? null };
  const made = await world.ask(
    viewer,
    'mutation { webhookEndpointCreate(input: { url: "https://platform.example.com/", types: [message_bounced] }) { webhookEndpoint { id } } }',
  );
  endpoint = made.data.webhookEndpointCreate.webhookEndpoint.id;
});
afterAll(async () => {
  await world.close();
  await dns.stop();
});

function accepted(id: string): Recorded {
  const found = (recorded[id] ?? []).find(({ status }) => status < 300);
  if (!found) throw new Error(`${id} has no example`);
  return found;
}

/** Asks the schema, past everything that REST checks; tells whether it took the request. */
async function ask(id: string, body: unknown, query: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const found = prepared.get(id);
  if (!found) throw new Error(`${id} is not served`);
  const [served, { document, inputs }] = found;
  const [pathname = ''] = accepted(id).path.split('?');
  const pattern = new RegExp(`^${served.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const named = Object.entries(pattern.exec(pathname)?.groups ?? {});
  const parameters = {
    ...Object.fromEntries(named.map(([name, value]) => [name, ids.get(value) ?? value])),
    ...(id === 'updateWebhookEndpoint' ? { id: endpoint } : {}),
    ...query,
  };
  const page = served.queryParameters.includes('cursor') ? { first: 50 } : null;
  const { errors } = await execute({
    schema,
    document,
    contextValue: {
      app: world.app,
      requestId: '',
      scopes,
      workspaceId: null,
      isSuspended: false,
      operator: false,
      ...viewer,
    },
    variableValues: toVariables(inputs, { parameters, body, page }),
  });
  if (!errors) return 'taken';
  const bug = errors.find(({ path, originalError }) => path && !(originalError instanceof DomainError));
  return bug ? `broken: ${bug.message}` : 'refused';
}

/** A body or a query that breaks one rule, and which. */
interface Breach {
  readonly rule: string;
  readonly value: unknown;
}

/** Every way to break one rule of `shape` in `value`, which keeps them all. */
function* breaches(shape: Schema, value: unknown, at: string): Generator<Breach> {
  const whole = resolve(shape);
  for (const part of whole.allOf ?? []) yield* breaches(part, value, at);
  if (typeof value === 'string') {
    if (whole.maxLength !== undefined) yield { rule: `${at} maxLength`, value: 'x'.repeat(whole.maxLength + 1) };
    if (whole.minLength !== undefined) yield { rule: `${at} minLength`, value: '' };
    if (whole.pattern !== undefined) yield { rule: `${at} pattern`, value: '¡not this!' };
    if (whole.enum !== undefined) yield { rule: `${at} enum`, value: 'no_such_value' };
    if (whole.format !== undefined) yield { rule: `${at} format`, value: 'neither one nor the other' };
  }
  if (typeof value === 'number') {
    if (whole.minimum !== undefined) yield { rule: `${at} minimum`, value: whole.minimum - 1 };
    if (whole.maximum !== undefined) yield { rule: `${at} maximum`, value: whole.maximum + 1 };
    if (whole.enum !== undefined) yield { rule: `${at} enum`, value: 99 };
  }
  if (whole.type !== undefined) yield { rule: `${at} type`, value: whole.type === 'object' ? 7 : { not: 'this' } };
  if (Array.isArray(value) && whole.items) {
    const { minItems, maxItems, items } = whole;
    if (maxItems !== undefined) yield { rule: `${at} maxItems`, value: Array(maxItems + 1).fill(value[0]) };
    if (minItems !== undefined) yield { rule: `${at} minItems`, value: value.slice(0, minItems - 1) };
    const item = resolve(items).anyOf?.[0] ?? items;
    for (const { rule, value: broken } of breaches(item, value[0], `${at}[]`)) {
      yield { rule, value: [broken, ...value.slice(1)] };
    }
  } else if (typeof value === 'object' && value !== null) {
    yield* breachesOfObject(whole, value, at);
  }
}

function* breachesOfObject(whole: Schema, value: object, at: string): Generator<Breach> {
  const fields: Readonly<Record<string, unknown>> = { ...value };
  for (const name of whole.required ?? []) {
    const { [name]: _left, ...others } = fields;
    yield { rule: `${at}.${name} required`, value: others };
  }
  if (whole.additionalProperties === false) {
    yield { rule: `${at} additionalProperties`, value: { ...fields, no_such_field: true } };
  }
  if (whole.minProperties !== undefined) yield { rule: `${at} minProperties`, value: {} };
  for (const [name, property] of Object.entries(whole.properties ?? {})) {
    if (fields[name] === undefined || fields[name] === null) continue;
    for (const { rule, value: broken } of breaches(property, fields[name], `${at}.${name}`)) {
      yield { rule, value: { ...fields, [name]: broken } };
    }
  }
}

/** Requests with every field that an operation takes, where the first example leaves some out. */
const fuller: Readonly<Record<string, (example: object) => object>> = {
  updateWorkspace: (example) => ({ ...example, reference: 'demo', timezone: 'UTC', locale: 'en' }),
  upsertContact: (example) => ({ ...example, pixel_consent_at: '2026-03-01T18:30:00Z' }),
  saveTemplate: (example) => ({ ...example, reply_to: 'help@example.com', base_version: 2, accept_outdated: true }),
  previewTemplate: (example) => ({
    ...example,
    timezone: 'UTC',
    version: 1,
    contact: { email: 'ada@example.com', attributes: {} },
  }),
  emitEvent: (example) => ({
    ...example,
    recipient: { email: 'delivered@simulator.test' },
    attachments: [{ filename: 'a.pdf', content: Buffer.from('%PDF-1.7\n').toString('base64') }],
  }),
  createAttributeDefinition: (example) => ({ ...example, key: 'other', required: false }),
  createWorkspace: (example) => ({ ...example, reference: 'other' }),
  // Another example may have changed the texts since.
  translateTemplate: (example) => ({ ...example, accept_outdated: true }),
  createTopic: (example) => ({ ...example, key: 'other' }),
};

/** Rules whose breach says nothing without the other field that is left out. */
const notRules: readonly string[] = [
  // An item's own faults refuse the item, not the batch; test/schema/contact-batch.test.ts and
  // test/events/batch/emit-events.test.ts have them.
  'upsertContacts.contacts[]',
  'emitEvents.events[]',
  'emitPlatformEvents.events[]',
];

/** Each field of the body is a variable of the document: there is no input type that could have another. */
const isSpread = (id: string) => !prepared.get(id)?.[1].inputs.has('input');

const withBody = operations.filter(({ body }) => body !== null).map(({ id }) => id);

describe('a body that breaks a rule of the contract', () => {
  it.each(withBody)('is refused by the schema: %s', async (id) => {
    const { body } = operationOf(id);
    const example = Object(accepted(id).request);
    const unbroken = fuller[id]?.(example) ?? example;
    const found = [...breaches(body ?? {}, unbroken, id)].filter(
      ({ rule }) =>
        !notRules.some((start) => rule.startsWith(start)) &&
        !(isSpread(id) && [`${id} additionalProperties`, `${id} type`].includes(rule)),
    );
    expect(found.length).toBeGreaterThan(1);
    const outcomes = [];
    for (const { rule, value } of found) outcomes.push([rule, await ask(id, value)]);
    expect(outcomes.filter(([, outcome]) => outcome !== 'refused')).toEqual([]);
    // It was the breach that was refused, not the request around it.
    expect(await ask(id, unbroken)).toBe('taken');
  });
});

/** Parameters of a page, of which test/schema/connection.test.ts has the rules; GraphQL finds nothing by another id. */
const elsewhere: readonly string[] = ['cursor', 'per_page', 'contact'];

const withQuery = operations.flatMap(({ id, parameters }) =>
  parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => [id, parameter.name, parameter] as const),
);

describe('a query that breaks a rule of the contract', () => {
  it.each(withQuery.filter(([, name]) => !elsewhere.includes(name)))(
    'is refused by the schema: %s %s',
    async (id, name, parameter) => {
      const found = [...breaches(parameter.schema, 'text', name)];
      expect(found.length).toBeGreaterThan(0);
      for (const { rule, value } of found)
        expect([rule, await ask(id, undefined, { [name]: value })]).toEqual([rule, 'refused']);
    },
  );
});
