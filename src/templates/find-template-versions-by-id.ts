import type { Prisma, TemplateVersion } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';

/** Returns the template versions of the platform with these ids, in any order. */
export function findTemplateVersionsById(
  { app, platformId }: Ctx,
  ids: readonly string[],
  query: Prisma.TemplateVersionDefaultArgs = {},
): Promise<TemplateVersion[]> {
  return app.db.prisma.templateVersion.findMany({ ...query, where: { platformId, id: { in: [...ids] } } });
}

/** Returns how many bytes of compositions and translations the versions with these ids have together. */
export async function contentBytesOf(ctx: Ctx, ids: readonly string[]): Promise<number> {
  const rows = await findTemplateVersionsById(ctx, ids, { select: { contentBytes: true } });
  return rows.reduce((sum, { contentBytes }) => sum + contentBytes, 0);
}
