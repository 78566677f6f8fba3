/** The format as data and the check of a save are one: what the data allows is accepted, what it forbids is rejected. */
import { describe, expect, it } from 'vitest';
import { describeComposition } from '../../emails/check/describe-composition.ts';
import type { DescribedField, FieldForm } from '../../emails/check/describe-field.ts';
import { blockTypes } from '../../emails/document/blocks/index.ts';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import { listMergeTags } from '../../emails/language/list-merge-tags.ts';
import { block, content, errorsOf, known, text } from './sample.ts';

const format = describeComposition();
const path = 'composition.document.blocks.0.attrs';

/** Values just outside of a form's limits. */
function outside({ type, values, minimum, maximum, maxLength, pattern, minItems }: FieldForm): readonly unknown[] {
  if (values !== null) return ['no such value', -1];
  if (type === 'boolean') return ['yes'];
  return [
    ...(minimum === null ? [] : [minimum - 1]),
    ...(maximum === null ? [] : [maximum + 1]),
    ...(maxLength === null ? [] : ['x'.repeat(maxLength + 1)]),
    ...(pattern === null ? [] : ['?']),
    ...(type === 'array' && minItems !== null ? [[]] : []),
    ...(type === 'array' ? [Array.from({ length: 500 }, () => ({ cell: 'x' }))] : []),
  ];
}

/** Values that a form allows, at its limits. */
function inside({ type, values, minimum, maximum, format }: FieldForm): readonly unknown[] {
  if (values !== null) return values;
  if (type === 'boolean') return [true, false];
  if (format === 'color') return ['#fff', '#1a2b3c'];
  return [minimum, maximum].filter((limit) => limit !== null);
}

/** The example, so that `name` alone decides: only some comparisons need a value. */
const attrsFor = ({ example }: { readonly example: CompositionBlock }, name: string) =>
  name === 'value' ? { ...example.attrs, is: 'present' } : example.attrs;

const withAttribute = (described: { readonly example: CompositionBlock }, name: string, value: unknown) =>
  errorsOf(content({ blocks: [{ ...described.example, attrs: { ...attrsFor(described, name), [name]: value } }] }));

const everyField = (fields: readonly DescribedField[]): readonly DescribedField[] =>
  fields.flatMap((field) => [field, ...field.forms.flatMap(({ fields: inner }) => everyField(inner ?? []))]);

describe('the format as data', () => {
  it('has every block and every attribute, each with a sentence', () => {
    expect(format.blocks.map(({ type }) => type)).toEqual(blockTypes.map(({ type }) => type));
    const { headers, settings, theme, blocks } = format;
    const attributes = blocks.flatMap((one) => [...one.attributes, ...(one.columnAttributes ?? [])]);
    const fields = everyField([...headers, ...settings, ...theme, ...attributes]);
    expect(fields.length).toBeGreaterThan(60);
    const silent = [...fields.map(({ name, description }) => [name, description] as const)].concat(
      blocks.map(({ type, purpose }) => [type, purpose] as const),
    );
    expect(silent.filter(([, sentence]) => !/^[A-Z].{8,}\.$/.test(sentence))).toEqual([]);
  });

  const attributes = format.blocks.flatMap((one) =>
    one.attributes.map((attribute) => [`${one.type}.${attribute.name}`, one, attribute] as const),
  );

  it.each(attributes)('says of %s what a save accepts', (_name, described, { name, required, forms, ...field }) => {
    const { example } = described;
    const { [name]: _left, ...others } = attrsFor(described, name);
    const without = errorsOf(content({ blocks: [{ ...example, attrs: others }] }));
    expect(Object.hasOwn(without, `${path}.${name}`)).toBe(required);
    if (field.default !== null) expect(withAttribute(described, name, field.default)).toEqual({});
    expect(Object.hasOwn(withAttribute(described, name, null), `${path}.${name}`)).toBe(!field.nullable);
    const [only, ...more] = forms;
    if (only === undefined) throw new Error('A field without a form');
    for (const value of inside(only)) expect(withAttribute(described, name, value)).toEqual({});
    if (more.length > 0) return;
    expect(outside(only).length).toBeGreaterThan(0);
    for (const value of outside(only)) {
      const faults = Object.keys(withAttribute(described, name, value));
      expect(faults.some((fault) => fault.startsWith(`${path}.${name}`))).toBe(true);
    }
  });

  it('names the texts that can be translated, and the item that a cell reads', () => {
    const texts = format.blocks.flatMap(({ type, texts }) => texts.map((one) => ({ ...one, type })));
    expect(texts.filter(({ localizable }) => !localizable).map(({ type, path }) => `${type}.${path}`)).toEqual([
      'header.href',
      'header.logo',
      'header.dark_logo',
      'header.links.href',
      'hero.image',
      'hero.href',
      'button.href',
      'fallback.href',
      'image.href',
      'image.src',
      'qr.content',
      'products.image',
      'icons.rows.icon',
      'map.href',
      'map.image',
      'calendar.starts',
      'calendar.href',
      'avatar.href',
      'avatar.image',
      'signature.image',
      'social.links.href',
      'social.links.icon',
    ]);
    expect(texts.filter(({ readsItem }) => readsItem).map(({ type, path }) => `${type}.${path}`)).toEqual([
      'table.columns.cell',
      'products.image',
      'products.name',
      'products.detail',
      'products.quantity',
      'products.price',
    ]);
    expect(texts.find(({ type }) => type === 'table')).toMatchObject({ path: 'columns.label', kind: 'plain' });
  });
});

describe('the list of merge tags', () => {
  const attributes = [
    { key: 'plan', type: 'string' },
    { key: 'since', type: 'date' },
  ] as const;
  const tags = listMergeTags({ fields: known.fields, attributes }, { locale: 'de', timezone: 'UTC' });
  const find = (wanted: string) => tags.filter((tag) => tag.path === wanted);

  it('has every field of every level, the recipient, the attributes and the values of the service', () => {
    expect(find('event.items.parts.name')).toMatchObject([
      {
        written: 'part.name',
        fallback: 'part',
        repeats: [
          { each: 'event.items', as: 'item' },
          { each: 'item.parts', as: 'part' },
        ],
      },
    ]);
    expect(find('event.labels')).toMatchObject([
      { type: 'list', uses: ['list', 'condition'], written: 'event.labels' },
      { type: 'string', uses: ['text', 'condition'], written: 'item' },
    ]);
    expect(tags.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['event.address.city', 'contact.reference', 'attributes.since', 'system.current_year']),
    );
  });

  it('shows each tag in the language', () => {
    expect(find('event.total')[0]?.forms).toEqual([
      { tag: '{{ event.total }}', text: '42' },
      { tag: '{{ event.total | number }}', text: '42' },
      { tag: '{{ event.total | currency: "EUR" }}', text: expect.stringMatching(/^42,00\s€$/) },
      { tag: '{{ event.total | percent }}', text: expect.stringMatching(/^4\.200\s%$/) },
    ]);
    expect(find('event.due_on')[0]?.forms.map(({ text }) => text)).toContain('15.\u00a0Januar\u00a02026');
    expect(find('system.sent_on')[0]?.forms[0]).toEqual({
      tag: '{{ system.sent_on }}',
      text: '15.\u00a0Januar\u00a02026',
    });
  });

  it.each(tags.map((tag) => [tag.written, tag] as const))('has %s as a save accepts it', (written, tag) => {
    const inner = tag.uses.flatMap((use): readonly CompositionBlock[] => {
      if (use === 'text') return tag.forms.map((form) => text(form.tag));
      if (use === 'list') return [block('repeat', { each: written, as: 'inner' }, { children: [text('x')] })];
      return [block('condition', { when: written, is: 'present' }, { children: [text('x')] })];
    });
    const blocks = tag.repeats.reduceRight<readonly CompositionBlock[]>(
      (children, repeat) => [block('repeat', { ...repeat }, { children })],
      inner,
    );
    expect(inner.length).toBeGreaterThan(0);
    expect(errorsOf(content({ blocks }))).toEqual({});
  });
});
