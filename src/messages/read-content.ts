import type { Ctx } from '../context.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { findMessage } from './find-message.ts';
import { loadContents, renderAgain, type SeenMail } from './render-again.ts';

const reasons = {
  erased: 'The message exists, but its content is gone: the person was erased.',
  removed: 'The message exists, but its content is gone: the time for which contents are kept is over.',
  unkept: 'The message exists, but its content is not shown: its event type keeps none.',
  tooLarge: 'The message exists, but has no content: the mail was too large to be rendered.',
} as const;

/**
 * Returns the mail of a message (docs/rules.md#rendered-mail). Rejects with `not_found`, whose message says why there is
 * no content.
 */
export async function readContent(ctx: Ctx, workspacePath: string, id: string): Promise<SeenMail> {
  const select = { recipient: true, contentDays: true };
  const { recipient, contentDays } = await findMessage(ctx, workspacePath, id, { select });
  const [content] = await loadContents(ctx, [id]);
  if (content === undefined) throw gone(recipient === null ? 'erased' : contentDays === 0 ? 'unkept' : 'removed');
  const mail = await renderAgain(ctx, content);
  if (mail === null) throw gone('tooLarge');
  return mail;
}

const gone = (reason: keyof typeof reasons) => new DomainError('not_found', reasons[reason]);
