/** What Apollo Client keeps of our answers in its cache, set up by its defaults: each query reads back what it was told. */
import { isDeepStrictEqual } from 'node:util';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { foldFigures } from '../../src/figures/fold-figures.ts';
import { demoTemplate } from '../../src/local/demo-template.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createGraphqlWorld, type GraphqlWorld } from '../support/graphql-world.ts';
import type { Tenant } from '../support/world.ts';

type Variables = Readonly<Record<string, unknown>>;

const types = ['order.first', 'order.second', 'order.third'];

let world: GraphqlWorld;
let tenant: Tenant;
let client: ApolloClient;
beforeAll(async () => {
  world = await createGraphqlWorld();
  tenant = await world.tenant({ name: 'Apollo', domain: 'apollo.test' });
  const { ctx, workspace } = tenant;
  const { translations: _, ...content } = demoTemplate;
  for (const [n, name] of types.entries()) {
    await saveEventType(ctx, { name, input: { fields: [] } });
    // The same names of blocks, columns and list items in each.
    const text = (id: string) => ({ id, type: 'text', attrs: { text: `${id} of ${name}` } });
    const columns = [
      { id: 'left', children: [text('inside')] },
      { id: 'right', children: [] },
    ];
    const blocks = [text('greeting'), { id: 'both', type: 'columns', attrs: { gap: n + 1 }, columns }, text('end')];
    const composition = { editorVersion: 3, target: 'email', document: { blocks } };
    await saveTemplate(ctx, { eventType: name, input: { ...content, subject: name, composition } });
    for (let count = 0; count <= n; count += 1) {
      const recipient = { email: `${n}-${count}@example.com` };
      await emitEvent(ctx, workspace, { type: name, idempotencyKey: `${n}-${count}`, recipient, payload: {} });
    }
  }
  for (let n = 0; n < 5; n += 1) {
    await upsertContact(ctx, workspace, null, { email: `c${n}@example.com` });
  }
  await foldFigures(world.app);
  client = new ApolloClient({
    link: new HttpLink({ uri: world.production.url, headers: { authorization: `Bearer ${tenant.token}` } }),
    cache: new InMemoryCache(),
  });
});
afterAll(async () => {
  client.stop();
  await world.close();
});

const blocks = `__typename type parentId columnId
  ... on TextBlock { blockId text } ... on ColumnsBlock { blockId gap columns { columnId padding } }`;
const template = gql`query ($eventType: String!) {
  template(eventType: $eventType) { id version subject document { blocks { ${blocks} } } }
}`;
const figures = gql`query ($from: Date!, $to: Date!, $groupBy: [FigureDimension!]) {
  figures(from: $from, to: $to, groupBy: $groupBy) {
    total { accepted waiting } groups { key day figures { accepted waiting } }
  }
}`;
const contacts = gql`query ($workspace: ID!, $first: Int, $after: String) {
  contacts(workspace: $workspace, first: $first, after: $after) {
    edges { cursor node { id email workspace { id name } } } pageInfo { endCursor hasNextPage }
  }
}`;
const messages = gql`query ($workspace: ID, $eventType: String) {
  messages(workspace: $workspace, filter: { eventType: $eventType }, first: 2) {
    totalCount nodes { id state workspace { id name } timeline { __typename at cursor } waitingFor { kind fact } }
  }
}`;

/** Asks the service past the cache, then through it; returns what the service said. */
async function ask(query: ReturnType<typeof gql>, variables: Variables) {
  const { data } = await client.query({ query, variables, fetchPolicy: 'no-cache' });
  const told = structuredClone(data);
  await client.query({ query, variables, fetchPolicy: 'network-only' });
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever their own document selects.
  return { query, variables, told: told as any };
}

test('two templates, figures of all kinds and pages of one list are each read back as they were told', async () => {
  const day = world.now().toISOString().slice(0, 10);
  const range = { from: day, to: day };
  const asked = [];
  for (const eventType of types) asked.push(await ask(template, { eventType }));
  for (const groupBy of [null, ['day'], ['event_type'], ['day', 'event_type'], ['workspace']]) {
    asked.push(await ask(figures, { ...range, groupBy }));
  }
  const workspace = tenant.workspace;
  let after: string | null = null;
  for (let page = 0; page < 3; page += 1) {
    const read = await ask(contacts, { workspace, first: 2, after });
    asked.push(read);
    ({ endCursor: after } = read.told.contacts.pageInfo);
  }
  for (const eventType of types) asked.push(await ask(messages, { workspace, eventType }));

  // The service told something of each, and no two answers of one query are alike.
  const texts = asked.map(({ told }) => JSON.stringify(told));
  expect(new Set(texts).size).toBe(texts.length);
  for (const { query, variables, told } of asked) expect(client.readQuery({ query, variables })).toEqual(told);

  // A cache that knows blocks by the names that authors gave them shows one template's text in another.
  const byName = new InMemoryCache({
    dataIdFromObject: ({ __typename, blockId, id }) => (blockId || id ? `${__typename}:${blockId ?? id}` : undefined),
  });
  for (const { query, variables, told } of asked) byName.writeQuery({ query, variables, data: told });
  const lost = asked.filter(
    ({ query, variables, told }) => !isDeepStrictEqual(byName.readQuery({ query, variables }), told),
  );
  expect(lost.map(({ variables }) => variables)).toEqual(types.slice(0, -1).map((eventType) => ({ eventType })));
});
