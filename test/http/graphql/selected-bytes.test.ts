/** Bytes that the selection of a mutation may read (docs/rules.md#bytes-of-reads). */

import { execute, parse } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { saveEventType } from '../../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { executeWithin } from '../../../src/http/graphql/execute-within.ts';
import { demoFields, demoTemplate } from '../../../src/local/demo-template.ts';
import { saveTemplate } from '../../../src/templates/save-template.ts';
import { createGraphqlWorld, type GraphqlWorld } from '../../support/graphql-world.ts';

const type = 'orders.large';
const events = 12;
/** Characters of each payload: twelve of them are over 4 MB. */
const length = 450_000;

let world: GraphqlWorld;
let messages: readonly string[];
beforeAll(async () => {
  world = await createGraphqlWorld();
  const { ctx } = world.caller;
  await saveEventType(ctx, { name: type, input: { fields: [...demoFields, { name: 'note', type: 'string' }] } });
  await saveTemplate(ctx, { eventType: type, input: demoTemplate });
  const made: string[] = [];
  for (let number = 0; number < events; number += 1) made.push(await emit(number));
  messages = made;
});
afterAll(() => world.close());

async function emit(number: number): Promise<string> {
  const { ctx, workspace } = world.caller;
  const { record } = await emitEvent(ctx, workspace, largeEmit(number));
  return record.message?.id ?? '';
}

const largeEmit = (number: number) => ({
  type,
  idempotencyKey: `large-${number}`,
  recipient: { email: 'delivered@simulator.test' },
  payload: { order_number: '1', tracking_url: 'https://example.com/1', note: 'x'.repeat(length) },
});

/** Cancels `count` messages in one document, and selects of each its event's payload. */
const cancel = (count: number, fields: string) =>
  `mutation { ${messages
    .slice(0, count)
    .map(
      (id, at) =>
        `m${at}: messageCancel(workspace: "${world.caller.workspace}", id: "${id}") { message { ${fields} } }`,
    )
    .join(' ')} }`;

it('a mutation reads what it needs, and each field of its selection that reads too much says so', async () => {
  const { workspace, platformId, apiKeyId } = world.caller;
  const source = `mutation { contactUpsert(workspace: "${workspace}", contact: "ref:one", input: { email: "one@example.com" }) { contact { reference } } }`;
  const contextValue = world.viewer({ platformId, apiKeyId });
  // The verb and its statements read more than that.
  const budget = { bytes: 10, message: 'Too much is selected.' };
  const result = await executeWithin(budget, () => execute({ schema, document: parse(source), contextValue }));
  expect(result.errors).toMatchObject([
    {
      message: 'Too much is selected.',
      path: ['contactUpsert', 'contact'],
      extensions: { code: 'validation_failed' },
    },
  ]);
  expect(await world.caller.ask(`{ contacts(workspace: "${workspace}") { nodes { reference } } }`)).toMatchObject({
    data: { contacts: { nodes: [{ reference: 'one' }] } },
  });
});

it('a mutation whose answer is larger than 4 MB is executed, and says so', async () => {
  const { body } = await world.production.post({ query: cancel(events, 'state event { payload }') });
  expect(body).toMatchObject({
    data: null,
    errors: [
      {
        message: 'The operation was executed, but its answer is larger than 4 MB: ask for fewer rows or fields.',
        extensions: { code: 'validation_failed' },
      },
    ],
  });
  const { data } = await world.caller.ask(`{ messages(workspace: "${world.caller.workspace}") { nodes { state } } }`);
  expect(data.messages.nodes).toEqual(messages.map(() => ({ state: 'failed' })));
});
