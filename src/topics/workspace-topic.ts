/** A workspace's own words for the topics of its platform (docs/rules.md#words-of-topics). */
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { attributeKeyPattern } from '../ground/input/attribute-key.ts';
import { parseInput } from '../ground/input/input.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { asJson, type TopicTranslation, type TopicWords, topicWords } from './topic-input.ts';

export interface WorkspaceTopic extends TopicWords {
  readonly key: string;
  /** Whether the words are the workspace's; else they are those of the platform. */
  readonly own: boolean;
}

/** Returns the words that people of the workspace read for a topic. Rejects with `not_found`. */
export async function findWorkspaceTopic(ctx: Ctx, workspace: string, key: string): Promise<WorkspaceTopic> {
  const { id } = await findWorkspace(ctx, workspace, { select: { id: true } });
  if (!attributeKeyPattern.test(key)) throw notFound('topic');
  const { rows } = await ctx.app.db.pool.query<WorkspaceTopic & { translations: TopicTranslation[] | null }>(
    `SELECT t.key, o.key IS NOT NULL AS own,
            CASE WHEN o.key IS NULL THEN t.name ELSE o.name END AS name,
            CASE WHEN o.key IS NULL THEN t.description ELSE o.description END AS description,
            CASE WHEN o.key IS NULL THEN t.translations ELSE o.translations END AS translations
     FROM topics t LEFT JOIN workspace_topics o ON o.workspace_id = $2 AND o.key = t.key
     WHERE t.platform_id = $1 AND t.key = $3`,
    [ctx.platformId, id, key],
  );
  const [found] = rows;
  if (!found) throw notFound('topic');
  return found;
}

/** Puts a workspace's words in the place of the platform's, all at once. Rejects with `not_found`, `validation_failed`. */
export async function saveWorkspaceTopic(ctx: Ctx, workspace: string, key: string, input: unknown): Promise<string> {
  await findWorkspaceTopic(ctx, workspace, key);
  const { name, description, translations } = parseInput(topicWords, input);
  const { id } = await findWorkspace(ctx, workspace, { select: { id: true } });
  await ctx.app.db.transaction(async (client) => {
    // A topic, or a workspace, that was deleted meanwhile gets no words.
    const { rowCount } = await client.query(
      `INSERT INTO workspace_topics (platform_id, workspace_id, key, name, description, translations, updated_at)
       SELECT t.platform_id, w.id, t.key, $4::text, $5::text, $6::jsonb, $7::timestamptz
       FROM topics t JOIN workspaces w ON w.platform_id = t.platform_id AND w.id = $2 AND w.deleted_at IS NULL
       WHERE t.platform_id = $1 AND t.key = $3
       FOR KEY SHARE OF t, w
       ON CONFLICT (workspace_id, key) DO UPDATE
         SET name = excluded.name, description = excluded.description, translations = excluded.translations,
             updated_at = excluded.updated_at`,
      [ctx.platformId, id, key, name, description, asJson(translations), ctx.app.clock.now()],
    );
    if (rowCount === 0) throw notFound('topic');
  });
  return id;
}

/** Gives the topic the platform's words again; a workspace without words of its own stays as it is. */
export async function deleteWorkspaceTopic(ctx: Ctx, workspace: string, key: string): Promise<string> {
  await findWorkspaceTopic(ctx, workspace, key);
  const { id } = await findWorkspace(ctx, workspace, { select: { id: true } });
  await ctx.app.db.transaction((client) =>
    client.query('DELETE FROM workspace_topics WHERE platform_id = $1 AND workspace_id = $2 AND key = $3', [
      ctx.platformId,
      id,
      key,
    ]),
  );
  return id;
}
