/** Compositions in types and as JSON are one: what is saved in one form is read in the other. */
import { isInputObjectType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { starters } from '../../emails/starters.ts';
import { schema } from '../../schema/index.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { templateFormat } from '../../src/templates/composition-format.ts';
import { camelCase, compositionFrom, flattenBlocks } from '../../src/templates/typed-composition.ts';
import { rowSelection } from '../support/whole-selection.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

interface Block {
  readonly id: string;
  readonly type: string;
  readonly attrs: Fields;
  readonly children?: readonly Block[];
  readonly columns?: readonly {
    readonly id: string;
    readonly width?: number;
    readonly attrs?: Fields;
    readonly children?: readonly Block[];
  }[];
}
type Fields = Readonly<Record<string, unknown>>;

const camel = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      camelCase(name),
      Array.isArray(value) ? value.map((item) => camel(item as Fields)) : value,
    ]),
  );

/** A block as its author would write it in types. */
const typed = ({ id, type, attrs, children, columns }: Block): Fields => ({
  [type]: {
    id,
    ...camel(attrs),
    ...(children && { children: children.map(typed) }),
    ...(columns && {
      columns: columns.map((column) => ({
        id: column.id,
        ...(column.width !== undefined && { width: column.width }),
        ...camel(column.attrs ?? {}),
        children: (column.children ?? []).map(typed),
      })),
    }),
  },
});

const saveDocument = `mutation ($input: TemplateSaveInput!) {
  templateSave(eventType: "order", input: $input) { templateVersion { version composition } }
}`;

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant();
  const text = (name: string) => ({ name, type: 'string' });
  const fields = [
    ...['customer_name', 'order_number', 'city', 'code', 'note', 'placed_at'].map(text),
    { name: 'total', type: 'number' },
    { name: 'due_on', type: 'date' },
    { name: 'tracking_url', type: 'url' },
    { name: 'is_gift', type: 'boolean' },
    {
      name: 'items',
      type: 'list',
      fields: [text('name'), { name: 'price', type: 'number' }, { name: 'quantity', type: 'number' }],
    },
  ];
  await saveEventType(tenant.ctx, { name: 'order', input: { fields } });
});
afterAll(() => world.close());

const save = (input: Fields) =>
  tenant.ask(saveDocument, { input: { subject: 'An order', fromLocalPart: 'orders', ...input } });

const examples = templateFormat().blocks.map(({ example }) => example as Block);

describe('a document in types', () => {
  it('is saved as the JSON that it stands for, with every type of block', async () => {
    const { data, errors } = await save({
      document: { settings: { width: 700 }, theme: { primaryColor: '#123456' }, blocks: examples.map(typed) },
    });
    expect(errors).toEqual([]);
    expect(data.templateSave.templateVersion.composition).toEqual({
      editorVersion: 3,
      target: 'email',
      document: {
        settings: { width: 700 },
        theme: { primary_color: '#123456' },
        blocks: examples,
      },
    });
  });

  it('is read with a type for each block, parents before the blocks inside, and with defaults', async () => {
    await save({ document: { blocks: examples.map(typed) } });
    const fragments = examples.map(({ type }) => {
      const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}Block`;
      const object = schema.getType(name);
      if (!isObjectType(object)) throw new Error(`There is no ${name}`);
      return `... on ${name} ${rowSelection(object)}`;
    });
    const { data, errors } = await tenant.ask(`{ template(eventType: "order") { composition document {
      settings { width direction preheader } theme { backgroundColor }
      blocks { __typename blockId type parentId columnId ${fragments.join(' ')} }
    } } }`);
    expect(errors).toEqual([]);
    const { composition, document } = data.template;
    expect(document.settings).toEqual({ width: 600, direction: 'auto', preheader: '' });
    expect(document.theme).toEqual({ backgroundColor: '#f4f4f5' });
    const flat = flattenBlocks(composition);
    expect(document.blocks.map(({ blockId }: Fields) => blockId)).toEqual(flat.map(({ id }) => id));
    for (const [index, { attrs, type }] of flat.entries()) {
      expect(document.blocks[index]).toMatchObject({ type, ...camel(attrs) });
    }
    const byId = new Map(document.blocks.map((block: Fields) => [block.blockId, block]));
    expect(byId.get('columns-1-left-text')).toMatchObject({
      __typename: 'TextBlock',
      parentId: 'columns-1',
      columnId: 'columns-1-left',
      align: 'start',
      muted: false,
    });
    expect(byId.get('columns-1')).toMatchObject({
      columns: [
        { columnId: 'columns-1-left', width: 40, verticalAlign: 'top', padding: 16, tinted: true },
        { columnId: 'columns-1-right', width: null, verticalAlign: 'top', padding: 16, tinted: false },
      ],
    });
    expect(byId.get('repeat-1-text')).toMatchObject({ parentId: 'repeat-1', columnId: null });
  });

  it('is rejected under the paths of the JSON, beside JSON, and without either', async () => {
    const blocks = [{ text: { id: 'a', text: '{{ event.nobody }}' } }];
    const nested = [{ section: { id: 's', children: blocks } }];
    expect(Object.keys((await save({ document: { blocks: nested } })).refusal?.details.errors ?? {})).toEqual([
      'composition.document.blocks.0.children.0.attrs.text',
    ]);
    const both = { document: { blocks: [] }, composition: {} };
    expect(Object.keys((await save(both)).refusal?.details.errors ?? {})).toEqual(['document']);
    expect(Object.keys((await save({})).refusal?.details.errors ?? {})).toEqual(['composition']);
  });

  it('is checked by its types before a verb runs', async () => {
    const two = { text: { id: 'a', text: 'x' }, spacer: { id: 'b' } };
    for (const block of [
      two,
      {},
      { text: { id: 'a' } },
      { heading: { id: 'a', text: 'x', level: '1' } },
      { nobody: {} },
    ]) {
      const { errors, refusal } = await save({ document: { blocks: [block] } });
      expect([errors.length > 0, refusal]).toEqual([true, null]);
    }
  });

  it('serves previews and checks too', async () => {
    const draft = {
      subject: 'x',
      fromLocalPart: 'orders',
      document: { blocks: [{ text: { id: 'a', text: 'Hello', muted: null } }] },
    };
    const { data, errors } = await tenant.ask(
      `query ($draft: TemplateSaveInput!) {
        templatePreview(eventType: "order", input: { draft: $draft }) { text }
        templateCheck(eventType: "order", draft: $draft) { payloads }
      }`,
      { draft },
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({ templatePreview: { text: 'Hello\n' }, templateCheck: { payloads: 0 } });
  });

  it('may be as large as a template may be', async () => {
    const leaf = (id: string): Block => ({ id, type: 'spacer', attrs: {} });
    const tower = (n: number): Block =>
      Array.from({ length: 7 }).reduce<Block>(
        (inner, _, level) => ({ id: `s${n}-${level}`, type: 'section', attrs: {}, children: [inner] }),
        leaf(`leaf-${n}`),
      );
    const blocks = [
      ...Array.from({ length: 60 }, (_, n) => tower(n)),
      ...Array.from({ length: 20 }, (_, n) => leaf(`${n}`)),
    ];
    const { errors } = await save({ document: { blocks: blocks.map(typed) } });
    expect(errors).toEqual([]);
    const { data } = await tenant.ask('{ template(eventType: "order") { document { blocks { blockId } } } }');
    expect(data.template.document.blocks).toHaveLength(500);
  });

  it('of every starter is the JSON of the starter', () => {
    for (const { template } of Object.values(starters)) {
      const { document } = template.composition as { document: { settings?: Fields; theme?: Fields; blocks: Block[] } };
      const input = {
        ...(document.settings && { settings: camel(document.settings) }),
        ...(document.theme && { theme: camel(document.theme) }),
        blocks: document.blocks.map(typed),
      };
      expect(compositionFrom(input)).toMatchObject({ document: { blocks: document.blocks } });
    }
  });
});

it('every block has a member of the input, and no other', () => {
  const input = schema.getType('CompositionBlockInput');
  expect(isInputObjectType(input) && input.isOneOf && Object.keys(input.getFields()).sort()).toEqual(
    templateFormat()
      .blocks.map(({ type }) => camelCase(type))
      .sort(),
  );
});
