import { isDeepStrictEqual } from 'node:util';
import { asTemplate, compileInSteps } from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { DomainError, type FieldErrors, invalid } from '../../ground/errors/errors.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { layoutChanges } from './layout-changes.ts';
import { checkLayout, type LayoutDraft } from './layout-input.ts';
import { giveToUsers } from './layout-of-mail.ts';
import { readPresentLayout } from './read-layout.ts';

/** Layouts of a platform (docs/rules.md#layouts). */
export const layoutsMax = 20;

export interface LayoutSaved {
  readonly name: string;
  /** Whether the platform had no layout of this name before. */
  readonly created: boolean;
}

/**
 * Saves the next version of a layout; mails of emits from then on have it, in every process
 * (docs/rules.md#layout-of-a-mail). An equal one writes nothing. Rejects with `validation_failed`, `payload_too_large`,
 * `version_conflict`, `translations_outdated`, `layout_breaks_templates`, `layout_ceiling_reached`.
 */
export async function saveLayout(
  ctx: Ctx,
  { name, input }: { readonly name: string; readonly input: unknown },
): Promise<LayoutSaved> {
  const draft = await checkLayout(ctx, name, input);
  const { app, platformId } = ctx;
  // An error of React must fail the save and not the first message.
  await giveWayFairly(platformId, compileInSteps(asTemplate(draft.content), draft.content.locale));
  const breaks = draft.acceptBreaks ? {} : await breaksOf(ctx, draft);
  return app.db.transaction(async (client) => {
    // Saves of a platform's layouts run one after the other. Emits hold only a key-share lock on the row and do not wait.
    await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [platformId]);
    const present = await readPresentLayout(client, platformId, name);
    checkBase(draft, present?.version ?? 0);
    if (present !== null && isDeepStrictEqual(present.content, draft.content)) return { name, created: false };
    const isOutdated = !draft.acceptOutdated && Object.keys(draft.outdated).length > 0;
    if (isOutdated) throw new DomainError('translations_outdated', undefined, { errors: draft.outdated });
    if (Object.keys(breaks).length > 0) throw new DomainError('layout_breaks_templates', undefined, { errors: breaks });
    if (present === null) await checkRoom(client, platformId);
    await giveToUsers(client, platformId, { name, version: await write(client, ctx, draft) });
    return { name, created: present === null };
  });
}

/** What would break, by `templates.<name of the event type>`. A template that is saved meanwhile is not looked at. */
async function breaksOf(ctx: Ctx, { name, content }: LayoutDraft): Promise<FieldErrors> {
  const { changes } = await layoutChanges(ctx, name, content);
  return Object.fromEntries(
    changes
      .filter(({ breaks }) => breaks.length > 0)
      .map(({ eventType, breaks }) => [`templates.${eventType}`, [...breaks]]),
  );
}

function checkBase({ baseVersion: base }: LayoutDraft, current: number): void {
  if (base === null || base === current) return;
  if (base > current) throw invalid({ baseVersion: ['is no saved version'] });
  throw new DomainError('version_conflict', undefined, {
    errors: { baseVersion: [`version ${current} of the layout has been saved since`] },
  });
}

async function checkRoom(client: Queryable, platformId: string): Promise<void> {
  const { rows } = await client.query<{ layouts: number }>(
    'SELECT count(*)::int AS layouts FROM layouts WHERE platform_id = $1 AND version IS NOT NULL',
    [platformId],
  );
  if ((rows[0]?.layouts ?? 0) >= layoutsMax) throw new DomainError('layout_ceiling_reached');
}

/** Returns the number of the new version; those of a deleted layout of the name are counted on. */
async function write(
  client: Queryable,
  { app, platformId }: Ctx,
  { name, content, variables }: LayoutDraft,
): Promise<number> {
  const now = app.clock.now();
  // The lock of the row makes saves of templates that name the layout wait.
  await client.query(
    `INSERT INTO layouts (platform_id, name, version, created_at) VALUES ($1, $2, NULL, $3)
     ON CONFLICT (platform_id, name) DO UPDATE
       SET created_at = CASE WHEN layouts.version IS NULL THEN excluded.created_at ELSE layouts.created_at END`,
    [platformId, name, now],
  );
  const { rows } = await client.query<{ version: number }>(
    `WITH next AS (
       INSERT INTO layout_versions (platform_id, layout, version, content, variables, created_at)
       SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5
       FROM layout_versions WHERE platform_id = $1 AND layout = $2
       RETURNING version
     )
     UPDATE layouts SET version = next.version FROM next WHERE platform_id = $1 AND name = $2
     RETURNING layouts.version`,
    [platformId, name, JSON.stringify(content), JSON.stringify(variables), now],
  );
  const [written] = rows;
  if (written === undefined) throw new Error('A layout was not written');
  return written.version;
}
