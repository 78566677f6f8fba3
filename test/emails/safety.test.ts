import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { checkTemplate } from '../../emails/check/check-template.ts';
import { compileTemplate } from '../../emails/compile/compile.tsx';
import type { CompiledTemplate } from '../../emails/compile/compiled-template.ts';
import type { Pieces } from '../../emails/compile/pieces.ts';
import { sanitiseHtml } from '../../emails/compile/sanitise-html.ts';
import { renderTemplate } from '../../emails/render/render.ts';
import { buildMail } from '../../src/transport/mail/mail.ts';
import { anyBlocks, anyValues, TROUBLE } from './arbitraries.ts';
import { block, compiled, content, known, options, text, values } from './sample.ts';

const RUNS = 150;
const LINKS = /^(?:#|https?:\/\/|mailto:|tel:)/i;
/** A picture that the mail makes itself stands in it as a PNG. */
const IMAGES = /^(?:$|https:\/\/|data:image\/png;base64,[A-Za-z0-9+/=]+$)/i;

describe('whatever values hold', () => {
  it('they add no element, no attribute, no script, no scheme and no header line', async () => {
    await fc.assert(
      fc.asyncProperty(anyBlocks, anyValues, async (blocks, hostile) => {
        const template = content({
          subject: '{{ event.note }}{{ event.city }}',
          displayName: '{{ event.city }}',
          replyTo: '{{ event.code }}@shop.example',
          blocks,
        });
        expect(checkTemplate(template, known).ok).toBe(true);
        const made = await compileTemplate(template, 'en');
        const message = renderTemplate(made, hostile, options);
        for (const header of [message.subject, message.displayName ?? '', message.replyTo ?? '']) {
          expect(header).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        }
        expect(message.replyTo ?? 'a@b').toMatch(/^[^\s,<>;]+@[^\s,<>;]+$/);
        const written = kindsIn(made);
        for (const { tagName, attrs } of elementsOf(message.html)) {
          expect(written.elements).toContain(tagName);
          for (const { name, value } of attrs) {
            expect(written.attributes).toContain(name);
            if (name === 'href') expect(value).toMatch(LINKS);
            if (name === 'src' || name === 'background') expect(value).toMatch(IMAGES);
            if (name === 'style') expect(value).not.toMatch(/url\(|expression|javascript/i);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('leave the elements of the mail as they are', async () => {
    const made = await compiled({
      subject: '{{ event.note }}',
      settings: { preheader: '{{ event.note }}' },
      blocks: [
        block('heading', { text: '{{ event.note }}' }),
        block('button', { label: '{{ event.note }}', href: 'https://a.example/?q={{ event.note }}' }),
        block('image', { src: 'https://a.example/{{ event.note }}', alt: '{{ event.note }}' }),
        block('code', { text: '{{ event.note }}' }),
        block('html', { html: '<p title="{{ event.note }}">{{ event.note }}</p>' }),
      ],
    });
    const shape = (note: string) =>
      elementsOf(renderTemplate(made, { ...values, event: { note } }, options).html).map(({ tagName, attrs }) => [
        tagName,
        ...attrs.map(({ name }) => name),
      ]);
    const plain = shape('x');
    for (const note of TROUBLE) expect(shape(note)).toEqual(plain);
  });
});

describe('names and subjects', () => {
  const shown = async (subject: string, displayName: string, event: Readonly<Record<string, string>>) =>
    renderTemplate(await compiled({ subject, displayName }), { ...values, event }, options);

  it('hold nothing that deceives, whether the template or a value wrote it', async () => {
    expect(
      await shown('Order\u202e {{ event.note }}', '{{ event.city }} \u200bShop', {
        note: 'invoice\u202efdp.exe',
        city: 'ceo@bank\u200b.example',
      }),
    ).toMatchObject({ subject: 'Order invoicefdp.exe', displayName: 'Shop' });
    expect(
      await shown('{{ event.note }}', '{{ event.city }}', { note: '\u200b hello', city: 'a@b.example' }),
    ).toMatchObject({
      subject: 'hello',
      displayName: null,
    });
  });

  it('keep an address in the subject, and scripts and emoji in both', async () => {
    for (const note of ['ada@example.com', 'نمی\u200cخواهم', 'שלום', '👩‍👧 1️⃣', 'क्\u200dष']) {
      expect((await shown('{{ event.note }}', 'Shop', { note })).subject).toBe(note);
      expect((await shown('x', 'Shop {{ event.note }}', { note })).displayName).toBe(
        note.includes('@') ? 'Shop' : `Shop ${note}`,
      );
    }
  });

  it('are sent as they are previewed', async () => {
    const made = await compiled({ subject: 'Re: {{ event.note }}', displayName: 'Shop {{ event.note }}' });
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom(...TROUBLE, ''),
        async (a, b) => {
          const { subject, displayName } = renderTemplate(made, { ...values, event: { note: `${b}${a}` } }, options);
          const pieces = buildMail({
            messageId: '<a@shop.example>',
            date: new Date(0),
            from: { address: 'orders@shop.example', name: displayName },
            to: 'ada@example.com',
            replyTo: null,
            subject,
            html: '',
            text: '',
            attachments: [],
            headers: [],
          });
          const read = await PostalMime.parse(Buffer.concat(pieces));
          const oneBlank = (text: string | undefined) => text?.replace(/[ \t]+/g, ' ').trim();
          expect(oneBlank(read.subject)).toBe(oneBlank(subject));
          expect(oneBlank(read.from?.name)).toBe(oneBlank(displayName ?? ''));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the html block', () => {
  it('keeps nothing that runs or loads, whatever markup it is given', () => {
    const fragments = fc.constantFrom(
      ...TROUBLE,
      ...[
        '<p ',
        '<a href=',
        '<img src=',
        'style="',
        'background:url(',
        ')',
        '">',
        '>',
        '</p>',
        '<svg onload=x>',
        '<math>',
      ],
      ...[
        '<style>',
        '</style>',
        '<noscript>',
        '<template>',
        '<base href="//x">',
        '<meta http-equiv=refresh>',
        '&#106;avascript:',
      ],
      ...[
        '<form action=x>',
        '<input>',
        '<b title="',
        "'",
        '"',
        '<!--',
        '-->',
        '<![CDATA[',
        '<xmp>',
        '<plaintext>',
        'exp/**/ression(',
      ],
    );
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 12 }), (parts) => {
        for (const { tagName, attrs } of elementsOf(sanitiseHtml([parts.join('')]).html)) {
          expect(tagName).not.toMatch(
            /^(?:script|style|iframe|object|embed|form|input|base|link|meta|svg|math|template)$/,
          );
          for (const { name, value } of attrs) {
            expect(name).not.toMatch(/^on|^srcset$|^action$/);
            if (name === 'href' || name === 'src') expect(value).toMatch(/^#?$/);
            if (name === 'style') expect(value).not.toMatch(/url|expression|javascript|@|\\/i);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('cannot smuggle in a slot that it does not have', async () => {
    const html = '<a href="https://a.example/slot0i0z" title="&#115;lot">slot&#48; {{ event.note }}</a>';
    const made = await compiled({ blocks: [text('{{ event.note }}'), block('html', { html })] });
    const message = renderTemplate(made, { ...values, event: { note: 'javascript:x' } }, options);
    expect(message.html).toContain(
      '<a href="https://a.example/slot0i0z" title="slot" style="color:#1d4ed8" class="t-link">slot0 javascript:x</a>',
    );
  });
});

function elementsOf(html: string): readonly Tree.Element[] {
  const found: Tree.Element[] = [];
  const walk = (node: Tree.ParentNode) => {
    for (const child of node.childNodes) {
      if (!('attrs' in child)) continue;
      found.push(child);
      walk(child);
    }
  };
  walk(parse(html));
  return found.filter(
    (element) =>
      !isSetApart(element) && (!['html', 'head', 'body'].includes(element.tagName) || element.attrs.length > 0),
  );
}

/** The markup around an isolated value, which can do nothing else. */
function isSetApart({ tagName, attrs: [first, ...more] }: Tree.Element): boolean {
  return tagName === 'span' && first?.name === 'dir' && /^(?:ltr|rtl)$/.test(first.value) && more.length === 0;
}

/** The elements and attributes that the template itself writes; a value's line breaks become br. */
function kindsIn({ html, htmlEnd }: CompiledTemplate) {
  const constants = constantsOf(html) + htmlEnd;
  const names = (pattern: RegExp) => [...constants.matchAll(pattern)].map(([, name = '']) => name.toLowerCase());
  return {
    elements: new Set([...names(/<([a-z][a-z0-9]*)/gi), 'br', 'span', 'tbody']),
    attributes: new Set(names(/ ([a-z-]+)="/gi)),
  };
}

function constantsOf(pieces: Pieces): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if (piece.kind === 'link' || piece.kind === 'made') return piece.before + piece.after;
      return 'body' in piece ? constantsOf(piece.body) : '';
    })
    .join('');
}
