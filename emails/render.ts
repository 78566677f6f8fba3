/** One message from a compiled template: slots filled, each value made fit for where it stands. */
import type { CompiledTemplate } from './compile.tsx';
import { escapeHtml, escapeLines } from './escape.ts';
import { headerText, isAddress } from './header-fields.ts';
import { isolation } from './isolate.ts';
import { joinLink, safeLink } from './links.ts';
import type { Fit, Piece, Pieces } from './pieces.ts';
import { lineUp } from './text-table.ts';
import {
  type Filling,
  fillTag,
  holds,
  isFormatted,
  itemsOf,
  noteTag,
  type RenderOptions,
  type TemplateValues,
} from './values.ts';

export type { RenderOptions, TemplateValues } from './values.ts';

export interface RenderedTemplate {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly displayName: string | null;
  readonly replyTo: string | null;
  /** Tags without a value, in order of first appearance; an item's field by its list, `event.items.sku`. */
  readonly fellBack: readonly string[];
}

/** What repeats may make of one message, in characters; no mail server takes as much. */
export const MAX_RENDERED = 20_000_000;
/** How often the bodies of all repeats may run in one message: a payload of 512 KB holds some 260,000 items. */
const MAX_ITEMS = 300_000;

/** Thrown when repeats within repeats make more of a payload than any mail can carry. */
export class TemplateTooLarge extends Error {
  override readonly name = 'TemplateTooLarge';
}

/** @throws TemplateTooLarge */
export function renderTemplate(
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: RenderOptions,
): RenderedTemplate {
  const run = new Run(values, options);
  const subject = headerText(run.fill(compiled.subject));
  const displayName = compiled.displayName && headerText(run.fill(compiled.displayName));
  const replyTo = compiled.replyTo && run.fill(compiled.replyTo).trim();
  const html = run.fill(compiled.html) + pixel(options.openPixelUrl) + compiled.htmlEnd;
  return {
    subject,
    html,
    text: tidy(run.fill(compiled.text)),
    displayName: displayName === '' ? null : displayName,
    replyTo: replyTo !== null && isAddress(replyTo) ? replyTo : null,
    fellBack: run.filling.fellBack,
  };
}

/** `fellBack` of the message that these values would give, without making it. */
export function fellBackTags(
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: RenderOptions,
): readonly string[] {
  const run = new Run(values, options);
  run.note(compiled.tags);
  return run.filling.fellBack;
}

class Run {
  readonly filling: Filling;
  private ran = 0;

  constructor(values: TemplateValues, options: RenderOptions) {
    this.filling = { values, options, items: [], fellBack: [] };
  }

  fill(pieces: Pieces): string {
    let out = '';
    for (const piece of pieces) {
      out += typeof piece === 'string' ? piece : this.fillSlot(piece);
      if (out.length > MAX_RENDERED) throw new TemplateTooLarge('The message would be too large for any mail.');
    }
    return out;
  }

  /** Notes what would fall back, and makes nothing. Past what any mail can carry there is nothing left to note. */
  note(pieces: Pieces): void {
    for (const piece of pieces) {
      if (typeof piece === 'string') continue;
      if (piece.kind === 'value') noteTag(piece.tag, this.filling);
      else if (piece.kind === 'condition' && holds(piece.condition, this.filling)) this.note(piece.body);
      else if (piece.kind === 'repeat') {
        const { items } = this.filling;
        for (const item of itemsOf(piece.each, this.filling)) {
          this.ran += 1;
          if (this.ran > MAX_ITEMS) return;
          items.push(item);
          this.note(piece.body);
          items.pop();
        }
      }
    }
  }

  private fillSlot(piece: Exclude<Piece, string>): string {
    switch (piece.kind) {
      case 'value':
        return this.fillValue(piece);
      case 'link':
        return this.fillLink(piece);
      case 'condition':
        return holds(piece.condition, this.filling) ? this.fill(piece.body) : '';
      case 'repeat': {
        let out = '';
        this.forEach(piece.each, () => {
          out += this.fill(piece.body);
          return out.length;
        });
        return out;
      }
      case 'table': {
        const rows: string[][] = [];
        let length = 0;
        this.forEach(piece.each, () => {
          const row = piece.cells.map((cell) => this.fill(cell));
          rows.push(row);
          length += row.reduce((sum, cell) => sum + cell.length, 0);
          return length;
        });
        return lineUp(
          piece.labels.map((label) => this.fill(label)),
          rows,
          piece.aligns,
        );
      }
    }
  }

  private fillValue({ tag, fit, beside }: Extract<Piece, { kind: 'value' }>): string {
    const value = fillTag(tag, this.filling);
    const dir = beside === undefined || value === '' ? null : isolation(value, beside, isFormatted(tag));
    const written = fitted(value, fit);
    return dir === null ? written : `<span dir="${dir}">${written}</span>`;
  }

  private fillLink({ link, parts, fit, before, after }: Extract<Piece, { kind: 'link' }>): string {
    let composed = '';
    for (const part of parts) {
      composed += typeof part === 'string' ? part : joinLink(composed, fillTag(part, this.filling));
    }
    const url = safeLink(composed, link);
    if (url === null) return '';
    return before + (fit === 'attribute' ? escapeHtml(url) : url) + after;
  }

  private forEach(each: Extract<Piece, { kind: 'repeat' }>['each'], body: () => number): void {
    const { items } = this.filling;
    for (const item of itemsOf(each, this.filling)) {
      this.ran += 1;
      items.push(item);
      const length = body();
      items.pop();
      if (this.ran > MAX_ITEMS || length > MAX_RENDERED) {
        throw new TemplateTooLarge('The message would be too large for any mail.');
      }
    }
  }
}

function fitted(value: string, fit: Fit): string {
  switch (fit) {
    case 'text':
    case 'attribute':
      return escapeHtml(value);
    case 'lines':
      return escapeLines(value);
    case 'plain':
    case 'header':
      return value;
  }
}

function pixel(url: string | undefined): string {
  if (url === undefined) return '';
  return `<img src="${escapeHtml(safeLink(url, 'href') ?? '')}" alt="" width="1" height="1" style="display:block;border:0;width:1px;height:1px"/>`;
}

/** No more than one empty line in a row, none at the ends, no spaces before a line's end. */
function tidy(written: string): string {
  let text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
  if (text.includes(' \n') || text.includes('\t\n')) text = text.replace(/(?<![ \t])[ \t]+\n/g, '\n');
  if (text.includes('\n\n\n')) text = text.replace(/\n{3,}/g, '\n\n');
  return `${text.trim()}\n`;
}
