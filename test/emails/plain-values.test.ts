/** Values as readers expect them: digits, no minus before zero, the fallback for blanks, no brackets around nothing. */
import { describe, expect, it } from 'vitest';
import { numberFormat } from '../../emails/language/format.ts';
import { plainNumber } from '../../emails/language/plain-number.ts';
import { block, rendered, text, values } from './sample.ts';

it.each([
  [2.5e-7, '0.00000025'],
  [-1.25e-9, '-0.00000000125'],
  [1e21, '1000000000000000000000'],
  [-1.5e22, '-15000000000000000000000'],
  [1234.5, '1234.5'],
  [-0, '0'],
])('%d is written as %s', (number, digits) => {
  expect(plainNumber(number)).toBe(digits);
});

describe('what rounds to zero has no sign', () => {
  it.each([
    ['-0', 'de', { style: 'number' }, '0'],
    ['-0.0001', 'en', { style: 'number' }, '0'],
    ['-0.004', 'en', { style: 'currency', currency: 'EUR' }, '€0.00'],
    ['-0.00001', 'en', { style: 'percent' }, '0%'],
    ['-1.5', 'en', { style: 'currency', currency: 'EUR' }, '-€1.50'],
  ] as const)('%s in %s', (number, locale, style, shown) => {
    expect(numberFormat(locale, style)(number)).toBe(shown);
  });
});

describe('in a mail', () => {
  const withEvent = (event: object) => ({ ...values.event, ...event });

  it.each(['', ' ', '\t \n', '\u00a0\u2003'])('%j takes the fallback', async (name) => {
    const input = { subject: 'Hello {{ event.customer_name }}', blocks: [text('To {{ event.customer_name }}')] };
    const mail = await rendered(input, withEvent({ customer_name: name }));
    expect([mail.subject, mail.text, mail.fellBack]).toEqual(['Hello friend', 'To friend\n', ['event.customer_name']]);
  });

  it('a link of HTML without a target leaves its label alone', async () => {
    const html = '<p><a href="{{ event.tracking_url }}">Track</a> now (<a href="https://a.example/">all</a>)</p>';
    const blocks = [block('html', { html })];
    const without = await rendered({ blocks }, withEvent({ tracking_url: 'javascript:alert(1)' }));
    expect(without.text).toBe('Track now (all (https://a.example/))\n');
    const within = await rendered({ blocks }, withEvent({ tracking_url: 'https://b.example/1' }));
    expect(within.text).toBe('Track (https://b.example/1) now (all (https://a.example/))\n');
  });
});
