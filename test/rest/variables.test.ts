import { buildSchema, type GraphQLInputType, GraphQLScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { toRequestPath, toVariables } from '../../rest/variables.ts';

const schema = buildSchema(/* GraphQL */ `
  scalar JSON
  scalar DateTime
  input ConsentInput { state: String! consentedAt: DateTime! }
  input ItemInput { pixelConsentAt: DateTime freeForm: JSON }
  input WriteInput { fromLocalPart: String marketing: ConsentInput items: [ItemInput!] freeForm: JSON }
  type Query { any(input: WriteInput, when: DateTime): Int }
`);
const typeOf = (name: string) => schema.getType(name) as GraphQLInputType;
const inputs = new Map<string, GraphQLInputType>([
  ['eventType', new GraphQLScalarType({ name: 'String' })],
  ['input', typeOf('WriteInput')],
]);
const pageInputs = new Map<string, GraphQLInputType>(
  ['eventType', 'first', 'after', 'last', 'before'].map((name) => [name, new GraphQLScalarType({ name: 'String' })]),
);

describe('a request becomes variables', () => {
  it('with declared fields in the spelling of the schema, and JSON untouched', () => {
    const freeForm = { from_local_part: 1, fromLocalPart: 2, deep: [{ free_form: null }] };
    const body = {
      from_local_part: 'orders',
      marketing: { state: 'subscribed', consented_at: '2026-01-31T10:30:00+01:00' },
      items: [{ pixel_consent_at: null, free_form: freeForm }],
      free_form: freeForm,
    };
    expect(toVariables(inputs, { parameters: { event_type: 'order.shipped', other: 1 }, body, page: null })).toEqual({
      eventType: 'order.shipped',
      input: {
        fromLocalPart: 'orders',
        marketing: { state: 'subscribed', consentedAt: '2026-01-31T10:30:00+01:00' },
        items: [{ pixelConsentAt: null, freeForm }],
        freeForm,
      },
    });
  });

  it('with each field of a body as one, where the document has no input', () => {
    const body = { first: 7, event_type: 'order.paid', other: 1 };
    expect(toVariables(pageInputs, { parameters: {}, body, page: null })).toEqual({
      first: 7,
      eventType: 'order.paid',
    });
    // What the path names is named once.
    const parameters = { event_type: 'order.shipped' };
    expect(toVariables(pageInputs, { parameters, body, page: null }).eventType).toBe('order.shipped');
  });

  it('without those that were not sent', () => {
    const page = { first: 50, after: 'c' };
    expect(toVariables(pageInputs, { parameters: {}, body: undefined, page })).toEqual({ first: 50, after: 'c' });
  });

  it('leaving what has the wrong shape for the schema to refuse', () => {
    const body = { items: { pixel_consent_at: 1 }, marketing: [1], fromLocalPart: 'x', __proto__x: 1 };
    expect(toVariables(inputs, { parameters: {}, body, page: null })).toEqual({ input: body });
  });
});

describe('a path of the verb becomes a path of the request', () => {
  it.each([
    ['fromLocalPart', 'from_local_part'],
    ['marketing.consentedAt', 'marketing.consented_at'],
    ['items.3.pixelConsentAt', 'items.3.pixel_consent_at'],
    ['items.3.freeForm.pixelConsentAt', 'items.3.free_form.pixelConsentAt'],
    ['freeForm.fromLocalPart.0', 'free_form.fromLocalPart.0'],
    ['from_local_part', 'from_local_part'],
    ['unknownField', 'unknownField'],
    ['items', 'items'],
  ])('%s: %s', (path, expected) => {
    expect(toRequestPath(inputs, path)).toBe(expected);
  });

  it('names parameters, and the one cursor of a page', () => {
    expect(toRequestPath(pageInputs, 'eventType')).toBe('event_type');
    expect(toRequestPath(pageInputs, 'after')).toBe('cursor');
    expect(toRequestPath(pageInputs, 'before')).toBe('cursor');
  });
});
