import type { Prisma, TemplateVersion } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';

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

/** Returns the id of the live template version of each of these event types that has one. */
export async function currentVersions(
  { app, platformId }: Ctx,
  eventTypeIds: readonly string[],
): Promise<readonly { readonly id: string; readonly versionId: string }[]> {
  const { rows } = await app.db.pool.query<{ id: string; versionId: string }>(
    `SELECT t.id, v.id AS "versionId"
     FROM event_types t
     JOIN template_versions v
       ON v.platform_id = t.platform_id AND v.event_type_id = t.id AND v.version = t.template_version
     WHERE t.platform_id = $1 AND t.id = ANY($2)`,
    [platformId, eventTypeIds],
  );
  return rows;
}
