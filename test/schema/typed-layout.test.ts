/** Layouts in types and as JSON are one: what is saved in one form is read in the other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const text = (id: string, words: string) => ({ id, type: 'text', attrs: { text: words } });
const footer = [
  {
    id: 'foot',
    type: 'section',
    attrs: { background_color: '#eeeeee' },
    children: [
      {
        id: 'sides',
        type: 'columns',
        attrs: {},
        columns: [
          { id: 'left', width: 40, children: [text('a', 'On the left')] },
          { id: 'right', children: [text('b', 'On the right')] },
        ],
      },
    ],
  },
];
const typedFooter = [
  {
    section: {
      id: 'foot',
      backgroundColor: '#eeeeee',
      children: [
        {
          columns: {
            id: 'sides',
            columns: [
              { id: 'left', width: 40, children: [{ text: { id: 'a', text: 'On the left' } }] },
              { id: 'right', children: [{ text: { id: 'b', text: 'On the right' } }] },
            ],
          },
        },
      ],
    },
  },
];

const save = (input: object) =>
  tenant.ask(
    `mutation ($input: LayoutSaveInput!) {
      layoutSave(name: "default", input: $input) { layout { version header footer } }
    }`,
    { input },
  );

describe('a layout in types', () => {
  it('is saved as the JSON that it stands for, beside a header as JSON', async () => {
    const header = [{ id: 'top', type: 'header', attrs: { name: 'Acme' } }];
    const { data, errors } = await save({ header, footerBlocks: typedFooter });
    expect(errors).toEqual([]);
    expect(data.layoutSave.layout).toMatchObject({ header, footer });
  });

  it('is read with a type for each block, parents before the blocks inside, and with defaults', async () => {
    await save({ headerBlocks: [{ header: { id: 'top', name: 'Acme' } }], footer });
    const { data, errors } = await tenant.ask(`{ layout(name: "default") {
      headerBlocks { __typename blockId ... on HeaderBlock { name } }
      footerBlocks {
        __typename blockId parentId columnId
        ... on ColumnsBlock { columns { columnId width } }
        ... on SectionBlock { backgroundColor }
        ... on TextBlock { text }
      }
    } }`);
    expect(errors).toEqual([]);
    expect(data.layout.headerBlocks).toEqual([{ __typename: 'HeaderBlock', blockId: 'top', name: 'Acme' }]);
    expect(data.layout.footerBlocks).toEqual([
      expect.objectContaining({
        __typename: 'SectionBlock',
        blockId: 'foot',
        parentId: null,
        backgroundColor: '#eeeeee',
      }),
      expect.objectContaining({
        blockId: 'sides',
        parentId: 'foot',
        columns: [
          { columnId: 'left', width: 40 },
          { columnId: 'right', width: null },
        ],
      }),
      { __typename: 'TextBlock', blockId: 'a', parentId: 'sides', columnId: 'left', text: 'On the left' },
      { __typename: 'TextBlock', blockId: 'b', parentId: 'sides', columnId: 'right', text: 'On the right' },
    ]);
  });

  it('is previewed as it is saved', async () => {
    const preview = (input: object) =>
      tenant.ask(
        `query ($input: LayoutSaveInput!) { layoutPreview(name: "default", input: $input) { mail { html } } }`,
        { input },
      );
    const [typed, json] = [await preview({ footerBlocks: typedFooter }), await preview({ footer })];
    expect(typed.data.layoutPreview.mail.html).toContain('On the right');
    expect(typed.data).toEqual(json.data);
  });

  it('names faults by the paths of the JSON form', async () => {
    const { refusal } = await save({ footerBlocks: [{ text: { id: 'a', text: '{{ event.x }}' } }] });
    expect(Object.keys(refusal?.details.errors ?? {})).toEqual(['footer.0.attrs.text']);
  });

  it.each([
    [{ headerBlocks: [], header: [] }, { headerBlocks: ['must not be sent together with header'] }],
    [{ footerBlocks: typedFooter, footer }, { footerBlocks: ['must not be sent together with footer'] }],
  ])('is one of two forms, not both', async (input, errors) => {
    expect((await save(input)).refusal?.details.errors).toEqual(errors);
  });

  it('is refused where a block has no type, or two', async () => {
    for (const block of [{}, { text: { id: 'a', text: 'x' }, divider: { id: 'b' } }]) {
      expect((await save({ footerBlocks: [block] })).errors).toHaveLength(1);
    }
  });
});
