/**
 * Where the rendering of a message fails (docs/rules.md#message-explanation): found by rendering it once more, piece by
 * piece, so that the usual rendering pays nothing for it. What is said holds no value of the message.
 */
import type { Steps } from '../../src/ground/steps.ts';
import type { CompiledTemplate } from '../compile/compiled-template.ts';
import { type Piece, type Pieces, tagsOfMade } from '../compile/pieces.ts';
import { type RenderOptions, Run, type TemplateValues } from './render.ts';
import { HeaderTooLong, MAX_HEADER, MAX_RENDERED, TemplateTooLarge } from './work-budget.ts';

export type MailPart = 'subject' | 'display name' | 'reply-to' | 'HTML part' | 'text part';

export interface RenderFault {
  readonly part: MailPart;
  /** Of the piece that failed, as `fell_back` names it; null: it has none. */
  readonly tag: string | null;
  /** The error; its own words may hold values. */
  readonly error: unknown;
}

/** Null: the message can be rendered. */
export function* faultInSteps(
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: RenderOptions,
): Steps<RenderFault | null> {
  const begun = () => new Run(compiled, values, options, new Set());
  const first = begun();
  const parts: readonly (readonly [MailPart, Pieces | null, Run, number])[] = [
    ['subject', compiled.subject, first, MAX_HEADER],
    ['display name', compiled.displayName, first, MAX_HEADER],
    ['reply-to', compiled.replyTo, first, MAX_HEADER],
    ['HTML part', compiled.html, first, MAX_RENDERED],
    ['text part', compiled.text, begun(), MAX_RENDERED],
  ];
  for (const [part, pieces, run, most] of parts) {
    const fault = pieces && faultOf(pieces, run, { most, begun });
    if (fault) return { part, ...fault };
    yield;
  }
  return null;
}

interface Limits {
  /** Characters. */
  readonly most: number;
  /** A rendering with the whole budget. */
  readonly begun: () => Run;
}

function faultOf(pieces: Pieces, run: Run, limits: Limits): Omit<RenderFault, 'part'> | null {
  const { most } = limits;
  let length = 0;
  for (const piece of pieces) {
    try {
      length += run.fill([piece], most).length;
      if (length > most) throw most === MAX_HEADER ? new HeaderTooLong() : new TemplateTooLarge();
    } catch (error) {
      return { tag: tagOf(piece, limits), error };
    }
  }
  return null;
}

/** The tag that stands for a piece that failed: of a repeat, its list. */
function tagOf(piece: Piece | undefined, limits: Limits): string | null {
  if (piece === undefined || typeof piece === 'string') return null;
  switch (piece.kind) {
    case 'value':
      return piece.tag.source.name;
    case 'link':
      return piece.parts.find((part) => typeof part !== 'string')?.source.name ?? null;
    case 'made':
      return tagOf(tagsOfMade(piece)[0], limits);
    case 'repeat':
    case 'table':
      return piece.each.list.name;
    case 'condition':
      return faultOf(piece.body, limits.begun(), limits)?.tag ?? piece.condition.source.name;
  }
}
