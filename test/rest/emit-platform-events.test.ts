import { beforeAll, describe, expect, inject, it } from 'vitest';
import { callOperation, openPlatform, operate } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const emit = (events: unknown) => acme.ask('emitPlatformEvents', { body: { events } });
const emitIn = (workspace: unknown, key: string, change: object = {}) => ({
  workspace,
  ...emitOf('order.shipped', key, change),
});

let second = '';
beforeAll(async () => {
  await makeEventType(acme, 'order.shipped');
  second = await acme.newWorkspace('second');
});

refusesAsUsual('emitPlatformEvents', acme, () => ({ body: { events: [emitIn(acme.workspace, 'usual')] } }));

const outcomes = ({ body }: { readonly body: { readonly data: readonly Readonly<Record<string, unknown>>[] } }) =>
  body.data.map(({ result, code }) => (result === 'accepted' ? result : code));

describe('a batch over workspaces', () => {
  it('emits each item in its workspace, by id and by reference, and a key belongs to each of them', async () => {
    const answered = await emit([
      emitIn(acme.workspace, 'both'),
      emitIn('ref:second', 'both'),
      emitIn('ref:shop', 'both'),
      emitIn(second, 'both', { payload: { order_number: '2' } }),
    ]);
    expect(outcomes(answered)).toEqual(['accepted', 'accepted', 'accepted', 'idempotency_key_reused']);
    const [first, other, again] = answered.body.data;
    expect(again.event).toEqual(first.event);
    expect(other.event.id).not.toBe(first.event.id);
    for (const [workspace, id] of [
      [acme.workspace, first.event.id],
      [second, other.event.id],
    ]) {
      expect((await acme.ask('getEvent', { path: { workspace, id } })).status).toBe(200);
    }
    const repeated = await acme.ask('emitEvent', {
      path: { workspace: second },
      body: emitOf('order.shipped', 'both'),
    });
    expect([repeated.headers.get('idempotent-replayed'), repeated.body.data]).toEqual(['true', other.event]);
  });

  it('decides emits of one key in their order, however they name the workspace and whatever they weigh', async () => {
    const heavy = { order_number: '1', customer_name: 'x'.repeat(40_000) };
    const answered = await emit([
      emitIn(acme.workspace, 'named', { payload: heavy }),
      emitIn('ref:shop', 'named'),
      emitIn('ref:shop', 'named', { payload: heavy }),
    ]);
    expect(outcomes(answered)).toEqual(['accepted', 'idempotency_key_reused', 'accepted']);
    const [first, , third] = answered.body.data;
    expect(third.event).toEqual(first.event);
  });

  it('refuses an item whose workspace is missing, no name, or not there for the key, and emits the others', async () => {
    const foreign = (await stranger()).workspace;
    const answered = await emit([
      emitOf('order.shipped', 'nowhere'),
      emitIn(7, 'number'),
      emitIn({ toString: 1 }, 'object'),
      emitIn('no workspace', 'no-name'),
      emitIn(foreign, 'foreign'),
      emitIn('ref:never', 'never'),
      // What comes before the faults of the fields.
      emitIn(foreign, 'foreign-faulty', { colour: 'red' }),
      emitIn(acme.workspace, 'fine'),
    ]);
    expect(outcomes(answered)).toEqual([
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'not_found',
      'not_found',
      'not_found',
      'not_found',
      'accepted',
    ]);
    const [nowhere, number, object, , unknown, never, faulty] = answered.body.data;
    expect(nowhere.errors).toEqual({ workspace: ['is required'] });
    expect(object.errors).toEqual({ workspace: ['must be a string'] });
    expect(number.errors).toEqual({ workspace: ['must be a string'] });
    const told = ({ idempotency_key: _key, ...rest }: { idempotency_key: string }) => rest;
    expect(told(unknown)).toEqual(told(never));
    expect(told(faulty)).toEqual(told(never));
  });

  it('of a key for one workspace finds no other one', async () => {
    const create = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { secret } } }`;
    const input = { platformId: acme.id, name: 'One', scopes: ['send'], workspace: second };
    const { apiKeyCreate } = await operate(create, { input });
    const headers = { authorization: `Bearer ${apiKeyCreate.apiKey.secret}` };
    const body = {
      events: [
        emitIn(second, 'own'),
        emitIn('ref:second', 'own-by-reference'),
        emitIn(acme.workspace, 'other'),
        emitIn('ref:shop', 'other-by-reference'),
        emitIn('ref:shop', 'other-faulty', { payload: {} }),
      ],
    };
    const answered = await callOperation(inject('restService').url, 'emitPlatformEvents', { body, headers });
    expect(outcomes(answered)).toEqual(['accepted', 'accepted', 'not_found', 'not_found', 'not_found']);
    for (const key of ['other', 'other-by-reference', 'other-faulty']) {
      expect((await acme.ask('listEvents', { query: { key } })).body.data).toEqual([]);
    }
  });

  it('sent again has the same results', async () => {
    const events = [emitIn(second, 'again'), emitIn(acme.workspace, 'again'), emitIn('ref:never', 'again')];
    const first = await emit(events);
    const again = await emit(events);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });
});
