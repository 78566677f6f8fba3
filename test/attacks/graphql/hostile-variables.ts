/** Variables that do not fit: each is 400 with its path, not an error of the service. */
import type { Attack } from '../harness/attack.ts';
import type { Answer, Reply } from '../harness/reply.ts';

/** What does not fit is a bad request, whatever it does not fit into. */
function refusals(answers: readonly Answer[]): readonly Reply[] {
  return answers.map((answer) => ({
    label: answer.label,
    clear: answer.status === 400 && answer.label.includes('validation_failed') && answer.clear,
  }));
}

const list = (unit: string, bytes: number) => `[${`${unit},`.repeat(Math.floor(bytes / (unit.length + 1)))}${unit}]`;

const emitDocument =
  'mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) { replayed } }';

export const attacks: readonly Attack[] = [
  {
    name: 'variables that do not fit',
    async run(world) {
      const { graphql, apiKey } = await world.platform();
      const states =
        'query ($state: MessageState) { messages(workspace: "ref:shop", filter: { state: $state }) { edges { node { id } } } }';
      const first = 'query ($first: Int) { messages(workspace: "ref:shop", first: $first) { edges { node { id } } } }';
      const contact =
        'mutation ($input: ContactUpsertInput!) { contactUpsert(workspace: "ref:shop", contact: "ref:a", input: $input) { created } }';
      const answers = [
        await graphql(states, { state: 'x'.repeat(1_000_000) }),
        await graphql(states, { state: { a: 1 } }),
        await graphql(first, { first: 1e300 }),
        await graphql(first, { first: 'one' }),
        await graphql(emitDocument, { input: { nothing: 1 } }),
        await graphql(emitDocument, { input: null }),
        await graphql(emitDocument, {}),
        await graphql(contact, { input: { pixelConsentAt: 'never' } }),
        await graphql(contact, { input: { pixelConsentAt: '9'.repeat(100_000) } }),
        await graphql(contact, { input: { email: ['a'] } }),
        await world.request({
          path: '/graphql',
          token: apiKey,
          body: `{"query":${JSON.stringify(first)},"variables":{"first":${'9'.repeat(310)}}}`,
        }),
        await world.request({
          path: '/graphql',
          token: apiKey,
          body: `{"query":${JSON.stringify(contact)},"variables":{"input":{"attributes":{"a":${'9'.repeat(310)}}}}}`,
        }),
      ];
      return refusals(answers);
    },
  },
  {
    name: '100,000 unknown fields of an input',
    patience: 60_000,
    async run(world) {
      const { graphql } = await world.platform();
      const input = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`idempotencyKe${n}`, 1]));
      return refusals([await graphql(emitDocument, { input })]);
    },
  },
  {
    name: 'tags that are 500,000 objects',
    patience: 60_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const query =
        'mutation ($tags: [String!]!) { contactTagsAdd(workspace: "ref:shop", contact: "ref:a", input: { tags: $tags }) { contact { id } } }';
      return refusals([
        await world.request({
          path: '/graphql',
          token: apiKey,
          body: `{"query":${JSON.stringify(query)},"variables":{"tags":${list('{}', 1_500_000)}}}`,
        }),
      ]);
    },
  },
  ...(['{}', '1', '[]'] as const).map(
    (unit): Attack => ({
      name: `30 MB of ${unit} as a variable that nobody uses`,
      patience: 60_000,
      async run(world) {
        const { apiKey } = await world.platform();
        return [
          await world.request({
            path: '/graphql',
            token: apiKey,
            body: `{"query":"{ currentKey { id } }","variables":{"a":${list(unit, 30_000_000)}}}`,
          }),
        ];
      },
    }),
  ),
  {
    name: 'a variable of 15,000,000 lists in lists',
    patience: 60_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const deep = `${'['.repeat(15_000_000)}${']'.repeat(15_000_000)}`;
      return [
        await world.request({
          path: '/graphql',
          token: apiKey,
          body: `{"query":"{ currentKey { id } }","variables":{"a":${deep}}}`,
        }),
      ];
    },
  },
  {
    name: 'a payload of 30 MB in an emit',
    patience: 60_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const variables = `{"input":{"type":"order.shipped","idempotencyKey":"k","recipient":{"email":"a@example.com"},"payload":{"items":${list('{}', 30_000_000)}}}}`;
      return [
        await world.request({
          path: '/graphql',
          token: apiKey,
          body: `{"query":${JSON.stringify(emitDocument)},"variables":${variables}}`,
        }),
      ];
    },
  },
  {
    name: 'extensions and an operation name of 15 MB',
    patience: 60_000,
    async run(world) {
      const { apiKey } = await world.platform();
      return [
        await world.request({
          path: '/graphql',
          token: apiKey,
          body: `{"query":"{ currentKey { id } }","operationName":"${'x'.repeat(15_000_000)}"}`,
        }),
        await world.request({
          path: '/graphql',
          token: apiKey,
          body: `{"query":"{ currentKey { id } }","extensions":${list('{}', 15_000_000)}}`,
        }),
      ];
    },
  },
];
