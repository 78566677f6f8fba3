import type { Piece } from '../compile/pieces.ts';
import { JoinedLink, safeLink } from '../language/links.ts';
import { type Filling, fillTag } from './values.ts';
import { COST, MAX_RENDERED, TemplateTooLarge } from './work-budget.ts';

/** Joins the constants and values of a link; null where the link is not allowed. Throws TemplateTooLarge. */
export function fillLink(
  { link, parts }: Pick<Extract<Piece, { kind: 'link' }>, 'link' | 'parts'>,
  filling: Filling,
): string | null {
  const { work } = filling;
  const joining = new JoinedLink();
  for (const part of parts) {
    if (typeof part === 'string') joining.addConstant(part);
    else {
      work.spend(COST.step);
      const value = fillTag(part, filling);
      work.spend(COST.linkPart + value.length * COST.linkPerCharacter);
      joining.addValue(value);
    }
    if (joining.text.length > MAX_RENDERED) throw new TemplateTooLarge();
  }
  work.spend(joining.text.length * COST.linkPerCharacter);
  return safeLink(joining.text, link);
}
