import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { batch, contactsOf } from '../support/contacts-of.ts';
import { statementsOf } from '../support/statements.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let put: ReturnType<typeof contactsOf>['put'];
let putAll: ReturnType<typeof contactsOf>['putAll'];
let get: ReturnType<typeof contactsOf>['get'];
let references: ReturnType<typeof contactsOf>['references'];
let ago: ReturnType<typeof contactsOf>['ago'];

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  ({ put, putAll, get, references, ago } = contactsOf(world, tenant));
});

describe('batch', () => {
  test('each item is written or refused on its own, in order', async () => {
    await put('ref:held', { email: 'held@example.com' });
    const results = await putAll([
      { reference: 'a', email: 'a@example.com', marketing: { state: 'subscribed', at: '2026-01-01T10:00:00+02:00' } },
      { reference: 'held', locale: 'de' },
      { reference: 'b', email: 'HELD@example.com' },
      { reference: 'c', email: 42, pixelConsentAt: 'soon' },
      { reference: 'no way', email: 'e@example.com' },
    ]);
    expect(
      results.map((r: { reference: string; result: string; code: string }) => [r.reference, r.result, r.code]),
    ).toEqual([
      ['a', 'created', null],
      ['held', 'updated', null],
      ['b', 'refused', 'email_taken'],
      ['c', 'refused', 'validation_failed'],
      [null, 'refused', 'validation_failed'],
    ]);
    expect(results[2]).toMatchObject({ contact: 'ref:held', docUrl: 'http://tidings.test/docs/errors#email_taken' });
    expect(Object.keys(results[3].errors).sort()).toEqual(['email', 'pixelConsentAt']);
    expect((await get('ref:a')).marketing.at.toISOString()).toBe('2026-01-01T08:00:00.000Z');
  });

  test('items of one reference apply in order', async () => {
    const results = await putAll([
      { reference: 'a', email: 'a@example.com', tags: ['one'] },
      { reference: 'a', email: 'b@example.com', locale: 'de' },
      { reference: 'c', email: 'a@example.com' },
    ]);
    expect(results.map((r: { result: string }) => r.result)).toEqual(['created', 'updated', 'created']);
    expect(await get('ref:a')).toMatchObject({ email: 'b@example.com', locale: 'de', tags: [{ key: 'one' }] });
  });

  test('two contacts can swap addresses through a third one', async () => {
    await putAll([
      { reference: 'a', email: 'a@example.com' },
      { reference: 'b', email: 'b@example.com' },
    ]);
    const results = await putAll([
      { reference: 'a', email: 'between@example.com' },
      { reference: 'b', email: 'a@example.com' },
      { reference: 'a', email: 'b@example.com' },
    ]);
    expect(results.map((r: { result: string }) => r.result)).toEqual(['updated', 'updated', 'updated']);
    expect([(await get('ref:a')).email, (await get('ref:b')).email]).toEqual(['b@example.com', 'a@example.com']);
  });

  test('500 items cost as many statements as one', async () => {
    const count = async (size: number, prefix: string) => {
      const items = Array.from({ length: size }, (_, n) => ({
        reference: `${prefix}${n}`,
        email: `${prefix}${n}@example.com`,
        tags: [`tag ${n % 7}`],
        marketing: { state: 'subscribed', at: ago(5) },
      }));
      let results: readonly { result: string }[] = [];
      const statements = await statementsOf(async () => {
        results = await putAll(items);
      });
      expect(results.filter(({ result }) => result === 'created')).toHaveLength(size);
      return statements.length;
    };
    const one = await count(1, 'one');
    expect(one).toBeGreaterThan(0);
    expect(await count(500, 'many')).toBe(one);
    expect(await references({ search: 'many499@' })).toEqual(['many499']);
  });

  test('more than 500 items are refused as a whole', async () => {
    const { refusal } = await tenant.ask(batch, {
      workspace: tenant.workspace,
      contacts: Array(501).fill({ reference: 'a' }),
    });
    expect(refusal?.details.errors).toHaveProperty('contacts');
  });
});

describe('races', () => {
  test('one reference made 20 times at once is one contact', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => put('ref:ada', { email: `a${n}@example.com`, tags: [`t${n % 3}`] })),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(answers.filter(({ data }) => data.contactUpsert.created)).toHaveLength(1);
  });

  test('of 20 contacts that fight for one address one wins, and the others are told who', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => put(`ref:c${n}`, { email: 'prize@example.com' })),
    );
    const winners = answers.filter(({ refusal }) => refusal === null);
    expect(winners).toHaveLength(1);
    const holder = `ref:${winners[0]?.data.contactUpsert.contact.reference}`;
    for (const { refusal } of answers) if (refusal) expect(refusal.details.contact).toBe(holder);
  });

  test("batches that take each other's references and addresses end without a fault", async () => {
    const refs = Array.from({ length: 30 }, (_, n) => n);
    await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        putAll(
          refs.map((n) => ({
            reference: `r${(n * 7 + turn) % 30}`,
            email: `m${(n * 11 + turn * 3) % 30}@example.com`,
            tags: [`t${(n + turn) % 5}`, `t${n % 3}`],
          })),
        ),
      ),
    );
    expect((await references({ first: 50 })).length).toBeGreaterThan(0);
  });
});
