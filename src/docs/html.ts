/** HTML as a tagged template: interpolated text is escaped, unless it is markup. */
import { escapeHtml } from '../pages/escape-html.ts';

export interface Markup {
  readonly markup: string;
}

type Piece = Markup | string | number | null | undefined | false | readonly Piece[];

export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const text = parts.map((part, at) => (at === 0 ? part : `${render(pieces[at - 1])}${part}`)).join('');
  return { markup: text };
}

/** Text that is HTML already. */
export function markup(text: string): Markup {
  return { markup: text };
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (typeof piece === 'string') return escapeHtml(piece);
  if (typeof piece === 'number') return String(piece);
  return isMarkup(piece) ? piece.markup : piece.map(render).join('');
}

function isMarkup(piece: Markup | readonly Piece[]): piece is Markup {
  return 'markup' in piece;
}
