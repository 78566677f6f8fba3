import { compileInSteps } from '../../emails/index.ts';
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { findEventType } from '../event-types/find-event-type.ts';
import { type LockedEventType, lockEventType } from '../event-types/lock-event-type.ts';
import { templateScope } from '../event-types/template-scope.ts';
import { DomainError, type FieldErrors, invalid, notFound } from '../ground/errors/errors.ts';
import { giveWayBetween } from '../ground/give-way/give-way-between.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { checkPrecondition, type Precondition } from '../ground/input/precondition.ts';
import { checkDraft } from './drafts/check-draft.ts';
import { languageSummary } from './languages/language-summary.ts';
import { layoutOf } from './layouts/layout-name.ts';
import { lockLayout } from './layouts/lock-layout.ts';
import { readSavedTemplate } from './read-saved-template.ts';
import { requireTemplateTag } from './template-tag.ts';
import {
  insertTemplateVersion,
  type NewTemplateVersion,
  type VersionPlace,
} from './versions/insert-template-version.ts';
import { saysTheSame } from './versions/says-the-same.ts';
import { readNote } from './versions/version-note.ts';

export interface SavedTemplate {
  readonly eventTypeId: string;
  /** The written version, or the current one when nothing differed. */
  readonly version: number;
  /** Whether it is the first version. */
  readonly created: boolean;
}

interface Save {
  readonly next: NewTemplateVersion;
  /** The version that the save began from; 0: there was none, null: any. */
  readonly base: number | null;
  /**
   * Outdated translations that were not accepted and prevent the save, by path; null when nothing does
   * (docs/rules.md#outdated-translations).
   */
  readonly outdated: FieldErrors | null;
}

interface SaveRequest {
  readonly eventType: string;
  readonly input: unknown;
  readonly note?: unknown;
  /** Entity tags of which the current version has one (docs/rules.md#preconditions). */
  readonly ifMatch?: Precondition;
  /** Takes the place of the input's `baseVersion`; 0: the event type had no template. */
  readonly base?: number;
  /** Runs in the transaction of the save, after the write. */
  readonly finish?: (client: Queryable) => Promise<void>;
}

/**
 * Saves the next version of an event type's template, live in every workspace at once; content equal to the current
 * version writes nothing (docs/rules.md#template-versions). Rejects with `not_found`, `validation_failed`,
 * `precondition_failed`, `version_conflict` and, with `errors`, `translations_outdated`.
 */
export async function saveTemplate(ctx: Ctx, request: SaveRequest): Promise<SavedTemplate> {
  const { eventType, input, ifMatch, base, finish } = request;
  checkPrecondition(ifMatch);
  const note = readNote(request.note);
  const found = await findEventType(ctx, eventType);
  const scope = await templateScope(ctx.app.db.pool, ctx, found);
  const draft = await checkDraft(ctx.platformId, scope, input);
  const { content, variables, outdated, fromLocalPart, baseVersion, acceptOutdated } = draft;
  // An error of React must fail the save and not the first message.
  await giveWayFairly(ctx.platformId, compileInSteps(content, content.locale));
  const languages = await giveWayFairly(ctx.platformId, languageSummary(content));
  const save: Save = {
    next: { content, fromLocalPart, variables, restoredFrom: null, languages, note },
    base: base ?? baseVersion,
    outdated: acceptOutdated || Object.keys(outdated).length === 0 ? null : outdated,
  };
  const wanted = layoutOf(content);
  const saved = await ctx.app.db.transaction(async (client) => {
    const layout = wanted === null ? null : await lockLayout(client, ctx.platformId, wanted);
    const locked = await lockEventType(client, ctx, eventType);
    if (!locked) throw notFound('eventType');
    const checkedAgainst = locked.id === found.id && locked.currentVersion === found.currentVersion;
    if (!checkedAgainst || (wanted !== null && layout === null)) return null;
    await requireTemplateTag(client, ctx.platformId, locked, ifMatch);
    const written = await write(client, ctx, { locked, layout }, save);
    await finish?.(client);
    return written;
  });
  // The fields of the event type changed during the check, or the layout was deleted: the template is checked again.
  return saved ?? saveTemplate(ctx, request);
}

async function write(client: Queryable, ctx: Ctx, place: VersionPlace, save: Save): Promise<SavedTemplate> {
  const { locked } = place;
  const { id: eventTypeId, templateVersion } = locked;
  const { next, base, outdated } = save;
  checkBase(base, templateVersion ?? 0);
  if (templateVersion !== null && (await saysCurrent(client, ctx, locked, next))) {
    return { eventTypeId, version: templateVersion, created: false };
  }
  if (outdated) throw new DomainError('translations_outdated', undefined, { errors: outdated });
  const version = await insertTemplateVersion(client, ctx, place, next);
  return { eventTypeId, version, created: templateVersion === null };
}

function checkBase(base: number | null, current: number): void {
  if (base === null || base === current) return;
  if (base > current) throw invalid({ baseVersion: ['is no saved version'] });
  throw new DomainError('version_conflict', undefined, {
    errors: { baseVersion: [`version ${current} has been saved since`] },
  });
}

async function saysCurrent(
  client: Queryable,
  ctx: Ctx,
  { id: eventTypeId, templateVersion: version }: LockedEventType,
  { content, fromLocalPart }: NewTemplateVersion,
): Promise<boolean> {
  const reading = version === null ? null : await readSavedTemplate(client, ctx.platformId, { eventTypeId, version });
  if (reading === null) throw new Error('An event type has no current version');
  return giveWayBetween(saysTheSame(reading, content, fromLocalPart));
}
