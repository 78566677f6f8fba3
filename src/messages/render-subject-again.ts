/** The subjects of mails as they went, for lists of messages (docs/rules.md#subjects-in-lists). */
import { TemplateTooLarge } from '../../emails/index.ts';
import type { Ctx } from '../context.ts';
import { type KeptContent, loadContents } from './render-again.ts';
import { renderContentSubject } from './sending/render-content.ts';

/** Contents with more bytes of payload and values have no subject in lists: those of all rows are read at once. */
export const subjectContentMax = 8_192;

/** Returns the contents of those messages whose subject a list may show. */
export function loadSubjectContents(ctx: Ctx, ids: readonly string[]): Promise<readonly KeptContent[]> {
  return loadContents(ctx, ids, subjectContentMax);
}

/** Returns the subject with the values of the emit; null where it is too long to be rendered, as it was at the attempt. */
export async function renderSubjectAgain({ app }: Ctx, content: KeptContent): Promise<string | null> {
  try {
    return await renderContentSubject(app, content);
  } catch (error) {
    if (error instanceof TemplateTooLarge) return null;
    throw error;
  }
}
