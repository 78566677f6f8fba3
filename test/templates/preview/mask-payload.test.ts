import { describe, expect, it } from 'vitest';
import { checkPayload } from '../../../src/event-types/check-payload.ts';
import type { EventField } from '../../../src/event-types/event-field.ts';
import { maskedExample } from '../../../src/templates/preview/mask-payload.ts';

const field = (name: string, type: EventField['type'], more: Partial<EventField> = {}): EventField => ({
  name,
  type,
  required: false,
  fallback: null,
  ...more,
});

const fields = [
  field('name', 'string'),
  field('total', 'number'),
  field('gift', 'boolean'),
  field('born', 'date'),
  field('at', 'datetime'),
  field('link', 'url'),
  field('mail', 'email'),
  field('to', 'object', { fields: [field('city', 'string')] }),
  field('items', 'list', { fields: [field('sku', 'string'), field('price', 'number')] }),
  field('codes', 'list', { items: { type: 'string' } }),
];

describe('a masked payload', () => {
  it('has the shape of the real one and none of its values, and the fields accept it', () => {
    const real = {
      name: 'Ada Lovelace-King',
      total: -1249.5,
      gift: false,
      born: '1815-12-10',
      at: '1833-06-05T10:00:00Z',
      link: 'https://bank.example.org/reset?token=secret',
      mail: 'ada@lovelace.example.org',
      to: { city: 'Łódź 12' },
      items: [{ sku: 'KETTLE-7', price: 0.75 }, { sku: null }, {}],
      codes: ['K7TQ', ''],
    };
    const masked = maskedExample(fields, real);
    expect(masked).toEqual({
      name: 'Xxx Xxxxxxxx-Xxxx',
      total: -1234.1,
      gift: false,
      born: '2026-01-15',
      at: '2026-01-15T09:30:00.000Z',
      link: 'https://example.com/',
      mail: 'person@example.com',
      to: { city: 'Xxxx 00' },
      items: [{ sku: 'XXXXXX-0', price: 0.12 }, { sku: null }, {}],
      codes: ['X0XX', ''],
    });
    expect(checkPayload(fields, masked)).toEqual({});
  });

  it.each([
    ['محمد', 'سسسس'],
    ['משה', 'ששש'],
    ['山田 太郎', '字字 字字'],
    ['さくら', 'あああ'],
    ['Ёлка', 'Xxxx'],
    ['e\u0301te\u0301', 'xxx'],
    ['٤٢', '00'],
    ['ada@example.com', 'xxx@xxxxxxx.xxx'],
  ])('writes %s as %s, so that width and direction stay', (text, masked) => {
    expect(maskedExample(fields, { name: text })).toEqual({ name: masked });
  });

  it.each([
    [0, 0],
    [1, 1],
    [7, 1],
    [98_765_432_101, 12_345_678_912],
    [1e300, 42],
    [1e-9, 42],
  ])('writes the number %d as %d', (value, masked) => {
    expect(maskedExample(fields, { total: value })).toEqual({ total: masked });
  });

  it('leaves out what is no field any more, and a value of another type than now', () => {
    expect(maskedExample(fields, { gone: 'secret', total: 'secret', gift: 'secret', items: 'secret' })).toEqual({
      total: 42,
      gift: true,
      items: [],
    });
  });

  it('is null where the payload is larger than examples may be', () => {
    expect(maskedExample(fields, { name: 'x'.repeat(32_000) })).not.toBeNull();
    expect(maskedExample(fields, { name: 'x'.repeat(33_000) })).toBeNull();
  });
});
