import { describe, expect, it } from 'vitest';
import { blockTypes } from '../../emails/document/blocks/index.ts';
import { fallbacksOf } from '../../emails/language/fallbacks.ts';
import { renderTemplate } from '../../emails/render/render.ts';
import { sampleValues } from '../../emails/render/sample-values.ts';
import { compiled, known, options } from './sample.ts';

describe('fallbacksOf', () => {
  it('names fallbacks by tag, those of items by their list', () => {
    expect(fallbacksOf(known.fields)).toEqual({
      'event.customer_name': 'friend',
      'event.total': '0',
      'event.address.city': 'your city',
      'event.items.parts.name': 'part',
    });
  });
});

describe('sampleValues', () => {
  const sample = sampleValues(known.fields, [
    { key: 'plan', type: 'string' },
    { key: 'since', type: 'date' },
    { key: 'age', type: 'number' },
    { key: 'member', type: 'boolean' },
  ]);

  it('fills every field by its type', () => {
    expect(sample.attributes).toEqual({ plan: 'Plan', since: '2026-01-15', age: 42, member: true });
    expect(sample.event).toMatchObject({
      customer_name: 'Customer name',
      tracking_url: 'https://example.com/',
      placed_at: '2026-01-15T09:30:00.000Z',
      is_gift: true,
      address: { street: 'Street' },
      labels: ['Labels', 'Labels'],
    });
    expect(sample.event.items).toHaveLength(2);
  });

  it('leaves no tag of any block to fall back', async () => {
    const template = await compiled({ blocks: blockTypes.map(({ example }) => example) });
    expect(renderTemplate(template, sample, options).fellBack).toEqual([]);
  });
});
