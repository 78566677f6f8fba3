/** Documents within every limit whose fields do much work, many times. */

import type { Attack } from '../harness/attack.ts';
import { nestedRepeats, slowPayload } from '../harness/slow-template.ts';

const aliases = 32;
const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));

/** A template whose compilation and rendering take long, but not very. */
function draft(blocks: number) {
  return {
    subject: 'x',
    fromLocalPart: 'x',
    locale: 'en',
    composition: {
      editorVersion: 3,
      target: 'email',
      document: {
        blocks: many(blocks, (n) => ({
          id: `b${n}`,
          type: 'text',
          attrs: { text: `${n} {{ event.order_number }} `.repeat(40) },
        })),
      },
    },
  };
}

export const attacks: readonly Attack[] = [
  {
    name: '32 aliases of templateCheck',
    patience: 60_000,
    async run(world) {
      const { graphql } = await world.platform();
      const fields = many(
        aliases,
        (n) => `a${n}: templateCheck(eventType: "order.shipped", draft: $draft) { fallingBack payloads }`,
      );
      return [await graphql(`query ($draft: TemplateSaveInput!) { ${fields.join(' ')} }`, { draft: draft(400) })];
    },
  },
  {
    name: '32 aliases of templatePreview',
    patience: 60_000,
    async run(world) {
      const { graphql } = await world.platform();
      const fields = many(
        aliases,
        (n) => `a${n}: templatePreview(eventType: "order.shipped", input: { draft: $draft }) { html }`,
      );
      return [await graphql(`query ($draft: TemplateSaveInput!) { ${fields.join(' ')} }`, { draft: draft(400) })];
    },
  },
  {
    name: 'templateCheck over a hundred payloads of 500 kB',
    patience: 60_000,
    async run(world) {
      const platform = await world.platform();
      await platform.rest('PUT', '/event-types/noted', { fields: [{ name: 'note', type: 'string' }] });
      const emits = await Promise.all(
        many(100, (n) =>
          platform.emit({ type: 'noted', idempotency_key: `noted-${n}`, payload: { note: `${n} <`.repeat(100_000) } }),
        ),
      );
      const text = '{{ event.note | upper }}';
      const check = await platform.graphql(
        'query ($draft: TemplateSaveInput!) { templateCheck(eventType: "noted", draft: $draft) { fallingBack payloads } }',
        {
          draft: {
            ...draft(1),
            composition: {
              editorVersion: 3,
              target: 'email',
              document: { blocks: many(100, (n) => ({ id: `b${n}`, type: 'text', attrs: { text } })) },
            },
          },
        },
      );
      return [...emits, check];
    },
  },
  {
    name: 'templateCheck of repeats in repeats',
    patience: 20_000,
    async run(world) {
      const platform = await world.platform();
      const { type, fields, blocks } = nestedRepeats(3);
      await platform.rest('PUT', `/event-types/${type}`, { fields });
      const emitted = await platform.emit({ type, payload: slowPayload() });
      const check = await platform.graphql(
        `query ($draft: TemplateSaveInput!) { templateCheck(eventType: "${type}", draft: $draft) { fallingBack payloads } }`,
        { draft: { ...draft(1), composition: { editorVersion: 3, target: 'email', document: { blocks } } } },
      );
      return [emitted, check];
    },
  },
  {
    name: '50 versions with their compositions',
    patience: 120_000,
    async run(world) {
      const platform = await world.platform();
      // About 1.9 MB each, below the 2 MiB of a save.
      const blocks = (n: number) =>
        many(95, (block) => ({ id: `b${block}`, type: 'text', attrs: { text: `${n} `.padEnd(19_900, 'x') } }));
      const saved = [];
      for (let n = 0; n < 50; n += 1) saved.push(await platform.template({ type: 'versioned', blocks: blocks(n) }));
      const all = await platform.graphql(
        '{ templateVersions(eventType: "versioned", first: 50) { edges { node { composition translations } } } }',
      );
      const again = await platform.graphql(
        `{ ${many(3, (n) => `a${n}: templateVersions(eventType: "versioned", first: 50) { edges { node { composition } } }`).join(' ')} }`,
      );
      return [...saved, all, again];
    },
  },
  {
    name: '32 aliases of the coverage of a large template',
    patience: 60_000,
    async run(world) {
      const platform = await world.platform();
      const saved = await platform.template({
        type: 'covered',
        blocks: many(500, (n) => ({ id: `b${n}`, type: 'text', attrs: { text: `x${n}` } })),
      });
      return [
        saved,
        await platform.graphql(
          `{ ${many(aliases, (n) => `a${n}: template(eventType: "covered") { coverage { locale } variables { event } composition }`).join(' ')} }`,
        ),
      ];
    },
  },
  {
    name: '32 aliased emits, twenty times',
    patience: 60_000,
    async run(world) {
      const { graphql } = await world.platform();
      const emits = (round: number) =>
        many(
          aliases,
          (n) =>
            `a${n}: eventEmit(workspace: "ref:shop", input: { type: "order.shipped", idempotencyKey: "k-${round}-${n}", recipient: { email: "a-${round}-${n}@example.com" }, payload: { order_number: "1", tracking_url: "https://example.com/1" } }) { replayed }`,
        );
      return Promise.all(many(20, (round) => graphql(`mutation { ${emits(round).join(' ')} }`)));
    },
  },
  {
    name: '32 aliased batches of 500 contacts',
    patience: 120_000,
    async run(world) {
      const { graphql } = await world.platform();
      const contacts = many(500, (n) => ({ reference: `r${n}`, email: `r${n}@example.com`, tags: ['a', 'b', 'c'] }));
      const fields = many(
        aliases,
        (n) =>
          `a${n}: contactBatchUpsert(workspace: "ref:shop", input: { contacts: $contacts }) { results { result } }`,
      );
      return [await graphql(`mutation ($contacts: [ContactBatchItemInput!]!) { ${fields.join(' ')} }`, { contacts })];
    },
  },
  {
    name: '32 aliased saves of a template',
    patience: 60_000,
    async run(world) {
      const { graphql } = await world.platform();
      const fields = many(
        aliases,
        (n) => `a${n}: templateSave(eventType: "order.shipped", input: $d${n % 3}) { created }`,
      );
      return [
        await graphql(
          `mutation ($d0: TemplateSaveInput!, $d1: TemplateSaveInput!, $d2: TemplateSaveInput!) { ${fields.join(' ')} }`,
          { d0: draft(300), d1: draft(301), d2: draft(302) },
        ),
      ];
    },
  },
  {
    name: '30 lists of contacts with tags and history',
    patience: 60_000,
    async run(world) {
      const { graphql, rest } = await world.platform();
      const contacts = many(500, (n) => ({
        reference: `r${n}`,
        email: `r${n}@example.com`,
        tags: many(50, (tag) => `tag ${tag}`),
      }));
      const batch = await rest('POST', '/workspaces/ref:shop/contacts/batch', { contacts });
      const lists = await Promise.all(
        many(30, () =>
          graphql(
            '{ contacts(workspace: "ref:shop", first: 50) { edges { node { id email tags { id name } consentChanges(first: 50) { edges { node { at } } } } } } }',
          ),
        ),
      );
      return [batch, ...lists];
    },
  },
  {
    name: 'a template of 2 MiB through GraphQL',
    patience: 30_000,
    async run(world) {
      const { graphql } = await world.platform();
      const blocks = many(104, (n) => ({ id: `b${n}`, type: 'text', attrs: { text: 'x'.repeat(20_000) } }));
      const input = {
        ...draft(1),
        composition: { editorVersion: 3, target: 'email', document: { blocks } },
        translations: Object.fromEntries(many(400, (n) => [`de-x-a${n}`, { subject: { text: 'y'.repeat(20_000) } }])),
      };
      return [
        await graphql(
          'mutation ($input: TemplateSaveInput!) { templateSave(eventType: "order.shipped", input: $input) { created } }',
          { input },
        ),
      ];
    },
  },
];
