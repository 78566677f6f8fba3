/** The part of an answer above its quote (docs/rules.md#the-part-above-the-quote). */
import { describe, expect, it } from 'vitest';
import { cutQuote } from '../../../src/transport/answers/cut-quote.ts';
import { aboveHtmlQuote } from '../../../src/transport/answers/html-quote.ts';
import {
  beginsBlock,
  isAttribution,
  isOriginalMark,
  originalSigns,
  verbSigns,
  writtenSigns,
} from '../../../src/transport/answers/quote-signs.ts';

describe('the words of mail apps', () => {
  it.each([...writtenSigns, ...verbSigns].map(({ sample, pattern }) => [sample, pattern] as const))(
    '%s',
    (sample, pattern) => {
      expect(pattern.test(sample)).toBe(true);
      expect(isAttribution(sample)).toBe(true);
      expect(cutQuote(`Thank you.\n\n${sample}\n\n> Your order`)).toBe('Thank you.');
      expect(cutQuote(`Thank you.\n\n${sample}\n\nYour order`)).toBe('Thank you.');
    },
  );

  it.each(originalSigns.map(({ sample, pattern }) => [sample, pattern] as const))('%s', (sample, pattern) => {
    expect(pattern.test(sample)).toBe(true);
    expect(isOriginalMark(sample)).toBe(true);
    expect(cutQuote(`Thank you.\n${sample}\nYour order`)).toBe('Thank you.');
  });

  it.each([
    ['From: Shop', 'Sent: Tuesday, 3 March 2026 10:00', 'To: Ada', 'Subject: Your order'],
    ['Von: Shop', 'Gesendet: Dienstag, 3. März 2026 10:00', 'An: Ada', 'Betreff: Ihre Bestellung'],
    ['De : Shop', 'Envoyé : mardi 3 mars 2026 10:00', 'À : Ada', 'Objet : Votre commande'],
    ['De: Shop', 'Enviado el: martes, 3 de marzo de 2026', 'Para: Ada', 'Asunto: Su pedido'],
    ['发件人: Shop', '发送时间: 2026年3月3日', '收件人: Ada', '主题: 订单'],
  ])('a block that begins with %s', (...block) => {
    expect(beginsBlock(block)).toBe(true);
    expect(cutQuote(`Thank you.\n\n${'_'.repeat(32)}\n${block.join('\n')}\n\nYour order`)).toBe('Thank you.');
    expect(cutQuote(`Thank you.\n\n${block.join('\n')}\n\nYour order`)).toBe('Thank you.');
  });
});

describe('the answer', () => {
  it('stands above words that an app broke into lines', () => {
    const text =
      'Yes.\n\nOn Tue, 3 Mar 2026 at 10:00, A shop with a long name\n<orders@example.com>\nwrote:\n\n> Shall we?';
    expect(cutQuote(text)).toBe('Yes.');
  });

  it('is found below a quote, and between its lines', () => {
    expect(cutQuote('On 3 Mar 2026 Shop <a@example.com> wrote:\n> Shall we?\n\nYes.\nAda')).toBe('Yes.\nAda');
    expect(cutQuote('> First?\nYes.\n\n> Second?\n\nNo.')).toBe('Yes.\n\n\nNo.');
  });

  it('is empty where nothing but a quote is there', () => {
    expect(cutQuote('> Shall we?\n>> Yes?')).toBe('');
  });

  it.each([
    'I read what he wrote: it is fine.',
    'From: the heart\nThank you.',
    'Please send it to:\n12 Long Road\nTo: the back door',
    'My number: 12345',
    'He wrote:\nnothing with a date',
    'Im Jahr 2020 schrieb er mir:\nIch komme.',
    'Ada\n-- \nAda Lovelace, 12:30',
  ])('keeps what only looks like a quote: %j', (text) => {
    expect(cutQuote(text)).toBe(text);
  });
});

describe('a page', () => {
  const plain = (html: string) => html.replace(/<[^>]*>/g, '');

  it.each([
    '<div class="gmail_quote"><div class="gmail_attr">On Tue wrote:</div>old</div>',
    '<hr tabindex="-1"><div id="divRplyFwdMsg">From: Shop</div>old',
    '<div class="moz-cite-prefix">On 3.3.</div><blockquote type="cite">old</blockquote>',
    '<blockquote type="cite">old</blockquote>',
    '<div id="mail-editor-reference-message-container">old</div>',
    '<div class="yahoo_quoted">old</div>',
    '<div class="protonmail_quote">old</div>',
    '<div name="quote">old</div>',
  ])('ends where %s begins', (quote) => {
    const above = aboveHtmlQuote(`<p>Yes.</p>${quote}`, plain);
    expect(above).not.toContain('old');
    expect(above).toContain('Yes.');
  });

  it('is whole where nothing stands above the quote, or the words are no tag', () => {
    const below = '<div class="gmail_quote">old</div><p>Yes.</p>';
    expect(aboveHtmlQuote(below, plain)).toBe(below);
    const styled = '<style>.gmail_quote { color: red }</style><p>Yes.</p>';
    expect(aboveHtmlQuote(styled, plain)).toBe(styled);
  });
});
