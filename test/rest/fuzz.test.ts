/**
 * Calls each operation of the OpenAPI file with valid and broken input: no internal error, no missing response, and no
 * response that the OpenAPI file lacks. 900 requests from one seed, 2,000 with `EVERY_WAY=1`; `FUZZ_REQUESTS=50000 npx
 * vitest run test/rest/fuzz.test.ts` sends as many from a new seed, which a failure names.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { everyWay } from '../support/every-way.ts';
import { broken, nastyString, nastyValue, valueBy } from './harness/arbitraries.ts';
import { type Answered, checkAnswer, bodyOf as readBody } from './harness/check-answer.ts';
import { type Operation, operations, resolve, responseOf } from './harness/contract.ts';
import { callOf, furnish, nothing, type Possessions } from './harness/every-call.ts';
import { type Call, openPlatform, type Platform, pathOf } from './harness/platform.ts';

const wanted = Number(process.env.FUZZ_REQUESTS ?? (everyWay ? 2_000 : 900));
const isByHand = process.env.FUZZ_REQUESTS !== undefined;
const runs = Math.ceil(wanted / operations.length);
/** Milliseconds for one answer; a machine under load is no hang. */
const answerTime = 60_000;

let acme: Platform;
let own: Possessions;
/** Responses of each operation by status. */
const tally = new Map<string, number>();

beforeAll(async () => {
  acme = await openPlatform('Fuzz');
  await acme.ask('saveSendingDomain', { body: { domain: 'mail.fuzz.test' } });
  await acme.ask('createAttributeDefinition', { body: { key: 'plan', name: 'Plan', type: 'string' } });
  await acme.ask('saveBrand', { body: { name: 'Fuzz' } });
  own = await furnish(acme, 'fuzzed');
});

afterAll(() => {
  if (!isByHand) return;
  const sent = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const lines = [...tally].map(([answer, count]) => `${answer}: ${count}\n`);
  process.stdout.write(`${lines.join('')}${sent} requests\n`);
});

interface Request {
  readonly path: Readonly<Record<string, string>>;
  /** As it goes out, without `?`. */
  readonly search: string;
  readonly body?: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** A JSON text with a fault that only bytes can have, or that only the order of keys shows. */
const faultyText: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.tuple(nastyValue, fc.nat()).map(([value, at]) => {
    const text = JSON.stringify({ value });
    return text.slice(0, at % text.length);
  }),
  nastyValue.map((value) => `{"name":1,"name":${JSON.stringify(value)}}`),
  nastyValue.map((value) => `${JSON.stringify({ value })} trailing`),
  fc.constantFrom(
    '[]',
    'null',
    '""',
    '{"a":1e999}',
    '{"name":123456789012345678901234567890}',
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    `{"payload":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    `{"${'k'.repeat(100_000)}":1}`,
    '\ufeff{}',
    '{"name":"\\ud800"}',
    '{"name":"\\u0000"}',
  ),
  fc.uint8Array({ minLength: 1, maxLength: 60 }),
);

/** Values of path and query in a URL: encoded, or invalid. */
const addressed = fc.oneof(
  // Node itself refuses heads beyond 16 KiB (test/rest/http.test.ts).
  nastyString.map((text) => encodeURIComponent(text.slice(0, 300).toWellFormed())),
  fc.constantFrom('%00', '%ED%A0%80', '%zz', '%', '%2F', '%252F', '..%2f', 'ref%3Ashop', 'a'.repeat(3_000)),
);

function requestOf(operation: Operation): fc.Arbitrary<Request> {
  const call: Call = callOf(operation.id, own);
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const path = fc.record(
    Object.fromEntries(
      names.map((name) => {
        const mine = String({ workspace: own.workspace, ...call.path }[name]);
        const other = String({ workspace: own.workspace, ...callOf(operation.id, nothing()).path }[name]);
        return [name, fc.oneof({ weight: 12, arbitrary: fc.constant(mine) }, fc.constant(other), addressed)];
      }),
    ),
  );
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
  const pairs = queries.map(({ name, schema }) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        valueBy(schema).map((value) => encodeURIComponent(String(value).toWellFormed())),
        addressed,
      ),
    ),
  );
  const stray = fc.tuple(fc.constantFrom('page', '__proto__', ''), addressed);
  const search = fc
    .array(fc.oneof({ weight: 3, arbitrary: pairs.length > 0 ? fc.oneof(...pairs) : stray }, stray), {
      maxLength: pairs.length > 0 ? 2 : 1,
    })
    .map((found) => found.map((pair) => pair.join('=')).join('&'));
  const valid = new URLSearchParams(call.query).toString();
  const quiet = fc.oneof({ weight: queries.length > 0 ? 1 : 8, arbitrary: fc.constant(valid) }, search);
  const headers = fc.oneof(
    { weight: 20, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
    fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ),
  );
  return fc.record(
    { path, search: quiet, headers, ...(operation.method === 'GET' ? {} : { body: bodyOf(operation, call) }) },
    { requiredKeys: operation.body === null ? ['path', 'search', 'headers'] : ['path', 'search', 'headers', 'body'] },
  );
}

function bodyOf({ body }: Operation, call: Call): fc.Arbitrary<string | Uint8Array> {
  if (body === null) return fc.oneof({ weight: 4, arbitrary: fc.constant('{}') }, faultyText);
  const schema = resolve(body);
  const valid = fc.oneof(valueBy(schema), { weight: 2, arbitrary: fc.constant(call.body) });
  const json = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 3, arbitrary: valid.chain(broken) }, nastyValue);
  return fc.oneof({ weight: 9, arbitrary: json.map((value) => JSON.stringify(value) ?? 'null') }, faultyText);
}

async function ask(operation: Operation, { path, search, body, headers }: Request): Promise<Answered> {
  // Encoded parts of the URL stay unchanged.
  const template = pathOf(operation, {
    path: Object.fromEntries(Object.keys(path).map((name) => [name, `(${name})`])),
  });
  const address = Object.entries(path).reduce((at, [name, value]) => at.replace(`(${name})`, () => value), template);
  const response = await fetch(`${inject('restService').url}${address}${search === '' ? '' : `?${search}`}`, {
    method: operation.method,
    headers: { ...headers, authorization: `Bearer ${acme.apiKey.secret}` },
    ...(body === undefined ? {} : { body: body as string }),
    signal: AbortSignal.timeout(answerTime),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: readBody(response.headers, text) };
}

/** Operations that delete the platform's resources come last, after operations that change them. */
function rank({ id, method }: Operation): number {
  if (id === 'deleteWorkspace') return 5;
  // It takes the contact too, and knows an address without one.
  if (id === 'erasePerson') return 4;
  // A topic takes the words of its workspaces along.
  if (id === 'removeContactTag' || id === 'deleteWorkspaceTopic') return 2;
  if (method === 'DELETE') return 3;
  return /^(?:save|suspend)/.test(id) ? 2 : 1;
}

describe(`${wanted} requests`, () => {
  it.each(operations.toSorted((one, other) => rank(one) - rank(other)))(
    '$id',
    async (operation) => {
      const property = fc.asyncProperty(requestOf(operation), async (request) => {
        const answered = await ask(operation, request);
        expect(answered.status, JSON.stringify(answered.body)).toBeLessThan(900);
        const answer = `${operation.id} ${answered.status}`;
        tally.set(answer, (tally.get(answer) ?? 0) + 1);
        if (answered.status === 404 && !responseOf(operation, 404)) return;
        checkAnswer(operation, answered);
      });
      await fc.assert(property, { numRuns: runs, ...(isByHand ? {} : { seed: 20_261_121 }) });
    },
    isByHand ? 3_600_000 : 120_000,
  );

  it('are taken by every operation, some of them', () => {
    const isTaken = ({ id }: Operation) => [...tally.keys()].some((answer) => answer.startsWith(`${id} 2`));
    expect(operations.filter((operation) => !isTaken(operation)).map(({ id }) => id)).toEqual([]);
  });

  it('leave a service that answers', async () => {
    expect((await acme.ask('getKey')).status).toBe(200);
  });
});
