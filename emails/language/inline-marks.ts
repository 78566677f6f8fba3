/**
 * The inline marks of a text (docs/rules.md#inline-marks): `**bold**`, `_italic_`, `[label](url)`, line breaks; a
 * backslash before a mark keeps the mark as text. Marks are read in the template's own words; a merge tag is one unit,
 * so no value ever becomes a mark. A mark that never closes stays text. One pass, whatever the text; neighbouring
 * constants are joined, so a text of marks that never close is one piece.
 */
import type { Inline } from './inline-node.ts';
import { Piece, type Raw, spellOut } from './inline-pieces.ts';
import type { Parts } from './merge-tags.ts';
import { type BracketPlace, pairBrackets, placeKey } from './pair-brackets.ts';

type Mark = 'bold' | 'italic' | 'label';

interface Frame<T> {
  readonly mark: Mark | null;
  /** The mark as it is written; null for the outermost frame. */
  readonly written: Piece | null;
  readonly children: Inline<Raw<T>>[];
}

const LENGTHS: Readonly<Record<Mark, number>> = { bold: 2, italic: 1, label: 1 };
/** The start or the end of a mark, one character; the text between is skipped in one step. */
const NEXT_MARK = /[*_[\]\\\r\n]/g;
/** What a backslash keeps as text. */
const ESCAPED = /[*_[\]\\]/;
/** The end of a link's target. */
const TARGET_END = /[)\s]/g;
/** Text beyond these bounds is no target of a link. */
const TARGET_CHARACTERS = 2_048;
const TARGET_PARTS = 20;
/** All line breaks are one. */
const BREAK = { kind: 'break' } as const;
const WORD = /[\p{L}\p{N}]/u;

export function parseInline<T>(parts: Parts<T>): readonly Inline<T>[] {
  return new InlineReader(parts).read();
}

/** The end of a target in one piece, where its closing bracket is known. */
function endBy(closing: BracketPlace, part: number, piece: string): number {
  return part === closing.part ? closing.at : piece.length;
}

/** Whether the mark of so many characters stands alone: a sign of arithmetic, or a stroke. */
function isBetweenBlanks(text: string, at: number, length: number): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at + length]];
  return before !== '' && after !== '' && before.trim() === '' && after.trim() === '';
}

class InlineReader<T> {
  private readonly frames: Frame<T>[] = [{ mark: null, written: null, children: [] }];
  /** The closing bracket of each opening one, by part and offset; made when the first target begins. */
  private pairs: ReadonlyMap<string, BracketPlace> | null = null;
  /** By part, the last search for the end of a target. */
  private readonly targetEnds = new Map<number, { readonly from: number; readonly end: number }>();
  private part = 0;
  private offset = 0;

  constructor(private readonly parts: Parts<T>) {}

  read(): readonly Inline<T>[] {
    while (this.part < this.parts.length) {
      const part = this.parts[this.part];
      if (typeof part === 'string') this.readConstant(part);
      else if (part !== undefined) {
        this.add(part);
        this.moveTo(this.part + 1, 0);
      }
    }
    while (this.frames.length > 1) this.unwind();
    return spellOut(this.top().children, this.parts);
  }

  private readConstant(text: string): void {
    const start = this.offset;
    NEXT_MARK.lastIndex = start;
    const at = NEXT_MARK.test(text) ? NEXT_MARK.lastIndex - 1 : text.length;
    if (at > start) this.add(this.piece(start, at));
    if (at === text.length) this.moveTo(this.part + 1, 0);
    else this.readMark(text, at);
  }

  private readMark(text: string, at: number): void {
    const next = text[at + 1] ?? '';
    this.offset = at + 1;
    switch (text[at]) {
      case '\\':
        if (ESCAPED.test(next)) {
          this.offset += 1;
          this.add(this.piece(at + 1, at + 2));
        } else this.add(this.piece(at, at + 1));
        break;
      case '\r':
      case '\n':
        this.offset += text[at] === '\r' && next === '\n' ? 1 : 0;
        this.top().children.push(BREAK);
        break;
      case '*':
        if (next !== '*') {
          this.add(this.piece(at, at + 1));
          break;
        }
        this.offset += 1;
        // As in `2 ** 3`.
        if (isBetweenBlanks(text, at, 2)) this.add(this.piece(at, at + 2));
        else this.toggle('bold', at);
        break;
      case '_':
        this.readUnderscore(text, at);
        break;
      case '[':
        if (this.isOpen('label')) this.unwindThrough('label');
        this.open('label', at);
        break;
      default:
        if (next !== '(' || !this.isOpen('label') || !this.closeLink()) this.add(this.piece(at, at + 1));
    }
  }

  /** An underscore inside a word, as in `snake_case`, is no mark. */
  private readUnderscore(text: string, at: number): void {
    const wordBefore = at > 0 ? WORD.test(text[at - 1] ?? '') : this.part > 0;
    const wordAfter = at + 1 < text.length ? WORD.test(text[at + 1] ?? '') : this.part + 1 < this.parts.length;
    const isText = isBetweenBlanks(text, at, 1) || (this.isOpen('italic') ? wordAfter : wordBefore);
    if (isText) this.add(this.piece(at, at + 1));
    else this.toggle('italic', at);
  }

  /**
   * At `](`: reads the link's target up to the `)` that closes it, or to the first one where brackets do not pair; false
   * when there is none.
   */
  private closeLink(): boolean {
    const href: (string | Raw<T>)[] = [];
    this.pairs ??= pairBrackets(this.parts);
    const closing = this.pairs.get(placeKey(this.part, this.offset));
    let part = this.part;
    let offset = this.offset + 1;
    for (; part < this.parts.length && href.length < TARGET_PARTS; part += 1, offset = 0) {
      const piece = this.parts[part];
      if (typeof piece !== 'string') {
        if (piece !== undefined) href.push(piece);
        continue;
      }
      const end = closing === undefined ? this.targetEnd(part, piece, offset) : endBy(closing, part, piece);
      if (end - offset > TARGET_CHARACTERS) return false;
      if (end > offset) href.push(piece.slice(offset, end));
      if (end === piece.length) continue;
      if (piece[end] !== ')' || href.length === 0) return false;
      this.unwindTo('label');
      const label = this.frames.pop();
      this.top().children.push({ kind: 'link', href, children: label?.children ?? [] });
      this.moveTo(part, end + 1);
      return true;
    }
    return false;
  }

  /**
   * Returns the first end at or after `offset`, or the end of the piece. No character is searched twice, however many
   * links begin.
   */
  private targetEnd(part: number, piece: string, offset: number): number {
    const known = this.targetEnds.get(part);
    if (known !== undefined && known.from <= offset && offset <= known.end) return known.end;
    TARGET_END.lastIndex = offset;
    const end = TARGET_END.exec(piece)?.index ?? piece.length;
    this.targetEnds.set(part, { from: offset, end });
    return end;
  }

  private open(mark: Mark, at: number): void {
    this.frames.push({ mark, written: this.piece(at, at + LENGTHS[mark]), children: [] });
  }

  private toggle(mark: 'bold' | 'italic', at: number): void {
    if (!this.isOpen(mark)) {
      this.open(mark, at);
      return;
    }
    this.unwindTo(mark);
    const frame = this.frames.pop();
    if (frame === undefined || frame.written === null) return;
    if (frame.children.length > 0) {
      this.top().children.push({ kind: mark, children: frame.children });
      return;
    }
    this.add(frame.written);
    this.add(this.piece(at, at + LENGTHS[mark]));
  }

  /** Turns the frames above the innermost open `mark` back into text. */
  private unwindTo(mark: Mark): void {
    while (this.top().mark !== mark) this.unwind();
  }

  private unwindThrough(mark: Mark): void {
    this.unwindTo(mark);
    this.unwind();
  }

  private unwind(): void {
    const frame = this.frames.pop();
    if (frame === undefined || frame.written === null) return;
    this.add(frame.written);
    for (const child of frame.children) {
      if (child.kind === 'text') for (const part of child.parts) this.add(part as Raw<T>);
      else this.top().children.push(child);
    }
  }

  /** A piece of the constant that is read. */
  private piece(from: number, end: number): Piece {
    return new Piece(this.part, from, end);
  }

  private add(part: Raw<T>): void {
    const { children } = this.top();
    const last = children.at(-1);
    if (last?.kind !== 'text') {
      children.push({ kind: 'text', parts: [part] });
      return;
    }
    const before = last.parts.at(-1);
    const isNext =
      part instanceof Piece && before instanceof Piece && before.part === part.part && before.end === part.from;
    if (isNext) before.end = part.end;
    else (last.parts as Raw<T>[]).push(part);
  }

  private isOpen(mark: Mark): boolean {
    return this.frames.some((frame) => frame.mark === mark);
  }

  private top(): Frame<T> {
    const top = this.frames.at(-1);
    if (top === undefined) throw new Error('The outermost frame was closed.');
    return top;
  }

  private moveTo(part: number, offset: number): void {
    this.part = part;
    this.offset = offset;
  }
}
