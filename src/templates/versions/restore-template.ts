import { checkInSteps } from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { lockEventType } from '../../event-types/lock-event-type.ts';
import { templateScope } from '../../event-types/template-scope.ts';
import { invalid, notFound } from '../../ground/errors/errors.ts';
import { giveWayBetween } from '../../ground/give-way/give-way-between.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { checkPrecondition, type Precondition } from '../../ground/input/precondition.ts';
import { fullTranslations } from '../languages/full-translations.ts';
import { languageSummary } from '../languages/language-summary.ts';
import { layoutOf } from '../layouts/layout-name.ts';
import { lockLayout } from '../layouts/lock-layout.ts';
import { readSavedTemplate } from '../read-saved-template.ts';
import { requireTemplateTag } from '../template-tag.ts';
import { insertTemplateVersion } from './insert-template-version.ts';
import { readNote } from './version-note.ts';

/** The largest version number that the database can hold. */
const maxVersion = 2 ** 31 - 1;

interface Restore {
  readonly eventType: string;
  readonly version: number;
  readonly note?: unknown;
  /** Entity tags of which the current version has one (docs/rules.md#preconditions). */
  readonly ifMatch?: Precondition;
}

/**
 * Writes the content of an older version as the next version (docs/rules.md#template-restore). Rejects with
 * `not_found`, `precondition_failed`, and with `validation_failed` under `version` when the old content reads fields that are gone.
 */
export async function restoreTemplate(
  ctx: Ctx,
  { eventType, version, note, ifMatch }: Restore,
): Promise<{ readonly eventTypeId: string; readonly version: number }> {
  checkPrecondition(ifMatch);
  const told = readNote(note);
  const { id } = await findEventType(ctx, eventType);
  const restored = await ctx.app.db.transaction(async (client) => {
    // Before the event type, as in each save (../layouts/lock-layout.ts).
    const layout = await lockOld(client, ctx, { id, version });
    const locked = await lockEventType(client, ctx, eventType);
    if (!locked) throw notFound('eventType');
    if (locked.id !== id) return null;
    if (!Number.isInteger(version) || version < 1 || version > maxVersion) throw notFound('templateVersion');
    await requireTemplateTag(client, ctx.platformId, locked, ifMatch);
    if (version === locked.templateVersion) return { eventTypeId: locked.id, version };
    const parsing = await readSavedTemplate(client, ctx.platformId, { eventTypeId: locked.id, version });
    if (parsing === null) throw notFound('templateVersion');
    const { fromLocalPart, content: old } = await giveWayBetween(parsing);
    const scope = await templateScope(client, ctx, locked);
    const checked = await giveWayFairly(ctx.platformId, checkInSteps(old, scope));
    if (!checked.ok) {
      const faults = Object.entries(checked.errors).flatMap(([path, messages]) =>
        messages.map((message) => `can no longer be used: ${path}: ${message}`),
      );
      throw invalid({ version: faults });
    }
    // The layout came back after it was looked for.
    if (layoutOf(checked.content) !== (layout?.name ?? null)) return null;
    const { variables } = checked;
    const content = {
      ...checked.content,
      translations: await giveWayBetween(fullTranslations(checked.content.translations)),
    };
    const languages = await giveWayFairly(ctx.platformId, languageSummary(content));
    const next = { content, fromLocalPart, variables, restoredFrom: version, languages, note: told };
    return { eventTypeId: locked.id, version: await insertTemplateVersion(client, ctx, { locked, layout }, next) };
  });
  // The name belongs to another event type by now, or to a layout again.
  return restored ?? restoreTemplate(ctx, { eventType, version, note, ifMatch });
}

/** Locks the layout of an old version; null where it names none, or the layout is gone, which the check reports. */
async function lockOld(
  client: Queryable,
  { platformId }: Ctx,
  { id, version }: { readonly id: string; readonly version: number },
) {
  if (!Number.isInteger(version) || version < 1 || version > maxVersion) return null;
  const { rows } = await client.query<{ layout: string | null }>(
    'SELECT layout FROM template_versions WHERE platform_id = $1 AND event_type_id = $2 AND version = $3',
    [platformId, id, version],
  );
  const name = rows[0]?.layout ?? null;
  return name === null ? null : lockLayout(client, platformId, name);
}
