/**
 * Renders one message from a compiled template: fills the slots, and escapes each value for its place.
 * Longer than the house's 250 lines, because all slots are filled by one run.
 */

import { atOnce, type Steps } from '../../src/ground/steps.ts';
import type { CompiledTemplate } from '../compile/compiled-template.ts';
import { type Fit, type MadePiece, type Piece, type Pieces, tagsOfMade } from '../compile/pieces.ts';
import { lineUp } from '../compile/text-table.ts';
import type { Direction } from '../document/locales.ts';
import { boxedHtml } from '../language/boxes.ts';
import { escapeHtml, escapeLines } from '../language/escape.ts';
import { inDirection, isolation } from '../language/isolate.ts';
import { safeLink, unbrokenLink } from '../language/links.ts';
import { apart, BREAKS, hasLongWord } from '../language/long-words.ts';
import { type MadeFile, MadeFiles } from '../made/made-files.ts';
import { fillLink } from './fill-link.ts';
import { fillMade } from './fill-made.ts';
import { headerText, isAddress, nameText } from './header-fields.ts';
import { tidy } from './tidy.ts';
import {
  currencyIn,
  type Filling,
  fillTag,
  holds,
  isDate,
  isFormatted,
  itemsOf,
  noteTag,
  type RenderOptions,
  type TemplateValues,
} from './values.ts';
import { COST, HeaderTooLong, MAX_HEADER, MAX_RENDERED, TemplateTooLarge, WorkBudget } from './work-budget.ts';

export type { RenderOptions, TemplateValues } from './values.ts';
export { MAX_RENDERED, TemplateTooLarge } from './work-budget.ts';

export interface RenderedTemplate {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly displayName: string | null;
  readonly replyTo: string | null;
  /** Tags without a value, in order of first appearance; a field of an item by its list, `event.items.sku`. */
  readonly fellBack: readonly string[];
  /** Made of the values, to be sent with the mail (docs/rules.md#files-of-a-mail). */
  readonly files: readonly MadeFile[];
}

/** @throws TemplateTooLarge */
export function renderTemplate(
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: RenderOptions,
): RenderedTemplate {
  return atOnce(renderInSteps(compiled, values, options));
}

/** Like `renderTemplate`, with a pause between the parts of the mail. */
export function* renderInSteps(
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: RenderOptions,
): Steps<RenderedTemplate> {
  const fellBack = new Set<string>();
  const first = new Run(compiled, values, options, fellBack);
  const subject = subjectBy(first, compiled);
  const displayName = compiled.displayName && nameText(first.fill(compiled.displayName, MAX_HEADER));
  const replyTo = compiled.replyTo && first.fill(compiled.replyTo, MAX_HEADER).trim();
  const html = first.fill(compiled.html) + pixel(options.openPixelUrl) + compiled.htmlEnd;
  yield;
  const text = new Run(compiled, values, options, fellBack).text(compiled.text);
  return {
    subject,
    html,
    text,
    displayName,
    replyTo: replyTo !== null && isAddress(replyTo) ? replyTo : null,
    fellBack: [...fellBack],
    files: first.made.files,
  };
}

/**
 * Returns the subject of the message alone, as `renderTemplate` has it.
 * @throws TemplateTooLarge
 */
export function* subjectInSteps(
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: RenderOptions,
): Steps<string> {
  const run = new Run(compiled, values, options, new Set());
  yield;
  return subjectBy(run, compiled);
}

function subjectBy(run: Run, { subject, direction }: CompiledTemplate): string {
  return inDirection(headerText(run.fill(subject, MAX_HEADER)), direction);
}

/**
 * Returns `fellBack` of the message with these values, without rendering more of it than the header fields. Takes no more
 * steps than `renderTemplate` for the HTML part, so values that exceed the limit here exceed it there.
 * @param units Limit of work; `TemplateTooLarge` beyond.
 * @throws TemplateTooLarge
 */
export function fellBackTags(
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: RenderOptions,
  units?: number,
): readonly string[] {
  const fellBack = new Set<string>();
  new Run(compiled, values, options, fellBack, new WorkBudget(units)).note(compiled.tags);
  const headers = new Run(compiled, values, options, fellBack, new WorkBudget(units));
  for (const field of [compiled.subject, compiled.displayName, compiled.replyTo])
    if (field) headers.fill(field, MAX_HEADER);
  return [...fellBack];
}

/** The rendering of one part of a message. */
export class Run {
  readonly made: MadeFiles;
  private readonly filling: Filling;

  constructor(
    { brand }: CompiledTemplate,
    values: TemplateValues,
    options: RenderOptions,
    fellBack: Set<string>,
    private readonly work: WorkBudget = new WorkBudget(),
  ) {
    const filling: Filling = {
      ...{ values, options, brand, items: [], fellBack, work },
      currencyOf: (from) => currencyIn(from, filling),
    };
    this.filling = filling;
    this.made = new MadeFiles(options.attachesPictures === true);
  }

  text(pieces: Pieces): string {
    const text = this.fill(pieces);
    this.work.spend(text.length * COST.textPerCharacter);
    return tidy(text);
  }

  fill(pieces: Pieces, most: number = MAX_RENDERED): string {
    let out = '';
    for (const piece of pieces) {
      if (typeof piece === 'string') out += piece;
      else if (piece.kind === 'link' && piece.fit === 'plain') out = this.withPlainLink(out, piece);
      else out += this.fillSlot(piece);
      if (out.length > most) throw most === MAX_HEADER ? new HeaderTooLong() : new TemplateTooLarge();
    }
    return out;
  }

  /** Notes the tags that would fall back; renders nothing. */
  note(pieces: Pieces): void {
    for (const piece of pieces) {
      if (typeof piece === 'string') continue;
      this.work.spend(COST.step);
      if (piece.kind === 'value') noteTag(piece.tag, this.filling);
      else if (piece.kind === 'made') this.noteMade(piece);
      else if (piece.kind === 'condition' && holds(piece.condition, this.filling)) this.note(piece.body);
      else if (piece.kind === 'repeat') this.forEach(piece.each, () => this.note(piece.body));
    }
  }

  private noteMade(piece: MadePiece): void {
    this.work.makeFile();
    this.note(tagsOfMade(piece));
  }

  private fillSlot(piece: Exclude<Piece, string>): string {
    this.work.spend(COST.step);
    switch (piece.kind) {
      case 'value':
        return this.fillValue(piece);
      case 'link':
        return around(piece, fillLink(piece, this.filling));
      case 'made':
        return around(
          piece,
          fillMade(piece, this.filling, this.made, (pieces) => this.fill(pieces)),
        );
      case 'condition':
        return holds(piece.condition, this.filling) ? this.fill(piece.body) : '';
      case 'repeat': {
        let out = '';
        this.forEach(piece.each, () => {
          out += this.fill(piece.body);
          if (out.length > MAX_RENDERED) throw new TemplateTooLarge();
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
          if (length > MAX_RENDERED) throw new TemplateTooLarge();
        });
        return lineUp(
          piece.labels.map((label) => this.fill(label)),
          rows,
          piece.aligns,
          this.work,
        );
      }
    }
  }

  private fillValue({ tag, fit, beside, narrow, box }: Extract<Piece, { kind: 'value' }>): string {
    const filled = fillTag(tag, this.filling);
    const value = narrow === true && isDate(tag) ? apart(filled) : filled;
    const dir = beside === undefined || value === '' ? null : this.isolation(value, beside, isFormatted(tag));
    const written = box === undefined ? fitted(value, fit) : boxedHtml(value, box);
    this.work.spend((written.length - value.length) * COST.escapedPerCharacter);
    const breaks = narrow === true && this.hasLongWord(value);
    if (dir === null && !breaks) return written;
    return `<span${dir === null ? '' : ` dir="${dir}"`}${breaks ? BREAKS : ''}>${written}</span>`;
  }

  private hasLongWord(value: string): boolean {
    this.work.spend(value.length * COST.longWordPerCharacter);
    return hasLongWord(value);
  }

  private isolation(value: string, beside: Direction, formatted: boolean): Direction | null {
    this.work.spend(value.length * COST.isolationPerCharacter[beside]);
    return isolation(value, beside, formatted);
  }

  /** A link whose label is the link itself stands once, whatever the values are. */
  private withPlainLink(out: string, { before, after, ...piece }: Extract<Piece, { kind: 'link' }>): string {
    const url = fillLink(piece, this.filling);
    if (url === null) return out;
    const start = out.length - url.length;
    const isSaid = before !== '' && out.endsWith(url) && /^[\s("'<]?$/.test(out.charAt(start - 1));
    return isSaid ? out.slice(0, start) + unbrokenLink(url) : out + before + unbrokenLink(url) + after;
  }

  private forEach(each: Extract<Piece, { kind: 'repeat' }>['each'], body: () => void): void {
    const { items } = this.filling;
    for (const item of itemsOf(each, this.filling)) {
      this.work.spend(COST.step);
      items.push(item);
      body();
      items.pop();
    }
  }
}

/** The address in an attribute with the markup around it; a link of plain text depends on what stands before it. */
function around({ before, after }: { readonly before: string; readonly after: string }, url: string | null): string {
  return url === null ? '' : before + escapeHtml(url) + after;
}

function fitted(value: string, fit: Fit): string {
  if (fit === 'lines') return escapeLines(value);
  return fit === 'plain' || fit === 'header' ? value : escapeHtml(value);
}

function pixel(url: string | undefined): string {
  if (url === undefined) return '';
  return `<img src="${escapeHtml(safeLink(url, 'href') ?? '')}" alt="" width="1" height="1" style="display:block;border:0;width:1px;height:1px"/>`;
}
