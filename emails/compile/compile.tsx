/**
 * Compiles a template once for each version and locale: React Email renders the composition with marks in place of
 * merge tags, repeats and conditions; then HTML and text are cut into constant pieces and typed slots. `renderTemplate`
 * fills the slots for each message.
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { atOnce, type Steps } from '../../src/ground/steps.ts';
import { asRead, type Brand } from '../document/brand.ts';
import type { LayoutContent } from '../document/layout-content.ts';
import type { Direction } from '../document/locales.ts';
import type { TemplateContent } from '../document/template.ts';
import type { Parts } from '../language/merge-tags.ts';
import { backgroundsOf, inksOf, rulesOf } from '../read/own-colors.ts';
import { ownStyles } from '../read/own-styles.ts';
import { type ReadTemplate, readTemplate } from '../read/read-template.ts';
import type { ReadText } from '../read/read-text.ts';
import { brokenIf, isLongWord } from './broken-words.tsx';
import type { CompiledTemplate } from './compiled-template.ts';
import { boxedNode, type Ink } from './ink.ts';
import { Layout } from './layout.tsx';
import { calendarOf, codeOf, madePiece } from './made-pieces.ts';
import { freshMark, type Mark } from './marks.ts';
import { type BoundTag, joined, type Piece, type Pieces, tagsAlone, weightOf } from './pieces.ts';
import { plainPieces } from './plain-pieces.ts';
import { sheetParts } from './sheet-parts.tsx';
import { speakInSteps } from './speak-blocks.ts';
import { type AddressPiece, wholeLinks } from './whole-links.ts';
import { bareText, isEmpty, writeText } from './write-texts.tsx';

/**
 * @param locale One of the translations, as returned by `chooseLocale`, or the template's own. Texts that the
 * translation lacks stay in the template's own language.
 * @throws Error when the content would not pass `checkTemplate`.
 */
export async function compileTemplate(...asked: Parameters<typeof compileInSteps>): Promise<CompiledTemplate> {
  return atOnce(compileInSteps(...asked));
}

/** Like `compileTemplate`, with a step for each block. */
export function* compileInSteps(
  content: TemplateContent,
  locale: string,
  brand: Brand | null = null,
  layout: LayoutContent | null = null,
): Steps<CompiledTemplate> {
  const template = yield* readTemplate(content, locale, brand, layout);
  const { html, htmlEnd } = yield* compileHtml(template);
  const subject = header(template.subject);
  const displayName = template.displayName && header(template.displayName);
  const replyTo = template.replyTo && header(template.replyTo);
  const text = yield* speakInSteps(template.blocks, template.look);
  yield;
  const headers = [...subject, ...(displayName ?? []), ...(replyTo ?? [])];
  const tags = tagsAlone([...headers, ...html]);
  yield;
  return {
    locale,
    direction: template.look.direction,
    subject,
    displayName,
    replyTo,
    html,
    htmlEnd,
    text,
    tags,
    readsUnsubscribeUrl: template.look.unsubscribes,
    brand: asRead(brand),
    bytes:
      EMPTY_BYTES +
      2 * JSON.stringify(brand).length +
      [headers, html, [htmlEnd], text, tags].reduce((sum, pieces) => sum + weightOf(pieces), 0),
  };
}

/** The object itself, its arrays and its entry in a cache. */
const EMPTY_BYTES = 1_000;

function header(text: ReadText): Pieces {
  return joined(plainPieces(text, 'header'));
}

/** The document as React elements, written with `ink`. */
export function documentOf(template: ReadTemplate, ink: Ink): ReactNode {
  return (
    <Layout
      look={template.look}
      ink={ink}
      title={bareText(template.subject, ink)}
      preheader={isEmpty(template.preheader) ? null : writeText(template.preheader, template.look, ink)}
      backgrounds={backgroundsOf(template.blocks)}
      rules={rulesOf(template.blocks)}
      inks={inksOf(template.blocks)}
      narrow={ownStyles(template.blocks, 'narrow')}
      dark={ownStyles(template.blocks, 'dark')}
      parts={sheetParts(template.blocks, template.look, ink)}
    />
  );
}

function* compileHtml(template: ReadTemplate): Steps<{ html: Pieces; htmlEnd: string }> {
  const slots = new Slots(freshMark(), template.look.direction);
  const outer = renderToStaticMarkup(documentOf(template, slots.ink()));
  const rendered = `${DOCTYPE}${outer.replace(PRELOADS, '')}`;
  const end = rendered.lastIndexOf('</body>');
  yield* slots.renderBlocks();
  yield;
  return { html: joined(slots.cut(rendered.slice(0, end))), htmlEnd: rendered.slice(end) };
}

/** As React Email writes it, for old Outlooks. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** React asks browsers to preload images; mail clients do not know such a link. */
const PRELOADS = /<link rel="preload"[^<>]*>/g;

/** A slot, the start or the end of a part that is repeated or conditional, or a block. */
type Cut = Piece | ((body: Pieces) => Piece) | Block | null;

/** A block is rendered alone, with marks in place of its child blocks. */
interface Block {
  readonly kind: 'block';
  readonly body: () => ReactNode;
  rendered: string;
}

type ValuePiece = Extract<Piece, { kind: 'value' }>;

const NARROW = { narrow: true } as const;

class Slots {
  private readonly cuts: Cut[] = [];
  private readonly blocks: Block[] = [];

  constructor(
    private readonly mark: Mark,
    private readonly direction: Direction,
  ) {}

  ink(place: Pick<ValuePiece, 'narrow'> = {}): Ink {
    const value = (tag: BoundTag, slot: Pick<ValuePiece, 'fit' | 'beside' | 'narrow'>) =>
      this.add({ kind: 'value', tag, ...slot });
    const values = (parts: Parts<BoundTag>, slot: Pick<ValuePiece, 'fit'>) =>
      parts.map((part) => (typeof part === 'string' ? part : value(part, slot))).join('');
    const around = (open: (body: Pieces) => Piece, body: ReactNode) => (
      <>
        {this.add(open)}
        {body}
        {this.add(null)}
      </>
    );
    const ink: Ink = {
      text: (parts, lines) => {
        const slot = { fit: lines ? 'lines' : 'text', beside: this.direction, ...place } as const;
        const written = parts.map((part) => (typeof part === 'string' ? part : value(part, slot)));
        return place.narrow && parts.some(isLongWord)
          ? written.map((text, n) => brokenIf(isLongWord(parts[n]), n, text))
          : written.join('');
      },
      boxes: (parts, box) => {
        const [open = '', close = ''] = renderToStaticMarkup(box(BOXED)).split(BOXED);
        return parts.map((part) =>
          typeof part === 'string'
            ? boxedNode(part, box)
            : this.add({ kind: 'value', tag: part, fit: 'boxes', box: { open, close } }),
        );
      },
      bare: (parts) => values(parts, { fit: 'text' }),
      attribute: (parts) => values(parts, { fit: 'attribute' }),
      link: (parts, link) => this.add({ kind: 'link', link, parts, fit: 'attribute', before: '', after: '' }),
      code: (text) => this.add(madePiece(codeOf(text))),
      calendar: (texts) => this.add(madePiece({ calendar: calendarOf(texts) })),
      markup: (tag) => value(tag, { fit: 'text', ...place }),
      repeat: (each, body) => around((pieces) => ({ kind: 'repeat', each, body: pieces }), body(ink)),
      when: (condition, body) => around((pieces) => ({ kind: 'condition', condition, body: pieces }), body),
      whenBare: (conditions, body) =>
        conditions.reduceRight((inner, condition) => {
          const open = this.add((pieces) => ({ kind: 'condition', condition, body: pieces }));
          return `${open}${inner}${this.add(null)}`;
        }, body),
      block: (body) => {
        const block: Block = { kind: 'block', body, rendered: '' };
        this.blocks.push(block);
        return this.add(block);
      },
      narrow: () => (place.narrow ? ink : this.ink(NARROW)),
      raw: (html) => this.add(html),
    };
    return ink;
  }

  /** Each block may add its child blocks. */
  *renderBlocks(): Steps<void> {
    for (let index = 0; index < this.blocks.length; index += 1) {
      yield;
      const block = this.blocks[index];
      if (block) block.rendered = renderToStaticMarkup(block.body()).replace(PRELOADS, '');
    }
  }

  cut(rendered: string): Pieces {
    const stack: { readonly open: ((body: Pieces) => Piece) | null; readonly pieces: Piece[] }[] = [
      { open: null, pieces: [] },
    ];
    for (const cut of this.cutsOf(rendered)) {
      const top = stack.at(-1);
      if (typeof cut === 'function') stack.push({ open: cut, pieces: [] });
      else if (cut !== null) top?.pieces.push(cut);
      else {
        stack.pop();
        if (top?.open) stack.at(-1)?.pieces.push(top.open(top.pieces));
      }
    }
    return stack[0]?.pieces ?? [];
  }

  /** Puts the blocks in the places of their marks. */
  private cutsOf(rendered: string): readonly Exclude<Cut, Block>[] {
    const all: Exclude<Cut, Block>[] = [];
    for (const found of wholeLinks(this.mark.read(rendered), (mark) => addressIn(this.cuts[mark]))) {
      const cut = typeof found === 'number' ? (this.cuts[found] ?? null) : found;
      if (typeof cut !== 'object' || cut?.kind !== 'block') all.push(cut);
      else for (const inner of this.cutsOf(cut.rendered)) all.push(inner);
    }
    return all;
  }

  private add(cut: Cut): string {
    return this.mark.write(this.cuts.push(cut) - 1);
  }
}

/** Stands for the character in the markup of a box. */
const BOXED = '\ue000';

/** A slot that is the whole value of an attribute: a link, or the address of a picture. */
function addressIn(cut: Cut | undefined): AddressPiece | null {
  if (typeof cut !== 'object' || cut === null) return null;
  return cut.kind === 'link' || (cut.kind === 'made' && !('calendar' in cut.of)) ? cut : null;
}
