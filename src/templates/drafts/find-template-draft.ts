import type { Prisma, TemplateDraft } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { isId } from '../../ground/ids.ts';
import type { DraftContent } from './draft-input.ts';

/** Returns one draft of the platform; throws `not_found`. `query` is Pothos' selection. */
export async function findTemplateDraft(
  { app, platformId }: Ctx,
  id: string,
  query: Prisma.TemplateDraftDefaultArgs = {},
): Promise<TemplateDraft> {
  if (!isId(id)) throw notFound('templateDraft');
  const found = await app.db.prisma.templateDraft.findUnique({
    ...query,
    where: { platformId_id: { platformId, id } },
  });
  if (!found) throw notFound('templateDraft');
  return found;
}

/** Returns the content of a draft as the body of a save. */
export function draftInput(draft: DraftContent): Readonly<Record<string, unknown>> {
  const { subject, fromLocalPart, displayName, replyTo, locale, composition, translations } = draft;
  const content = { subject, fromLocalPart, displayName, replyTo, locale, composition, translations };
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null));
}
