import { isDeepStrictEqual } from 'node:util';
import { checkInSteps } from '../../emails/index.ts';
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { invalid } from '../ground/errors/errors.ts';
import { violates } from '../ground/errors/violates.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { newId } from '../ground/ids.ts';
import { checkPrecondition, type Precondition, requirePrecondition } from '../ground/input/precondition.ts';
import { checkFields } from './check-fields.ts';
import type { EventField } from './event-field.ts';
import { isEventTypeName } from './event-type-name.ts';
import { eventTypeTag } from './event-type-tag.ts';
import { type LockedEventType, lockEventType } from './lock-event-type.ts';
import { templateScope } from './template-scope.ts';

/**
 * Creates the event type `name`, or replaces its fields; equal fields write nothing (docs/rules.md#event-type-names).
 * `input` is `{fields}`. Rejects with `validation_failed`, also under `fields` for a field that the template still
 * reads, and with `precondition_failed`.
 */
export async function saveEventType(
  ctx: Ctx,
  request: { readonly name: string; readonly input: { readonly fields?: unknown }; readonly ifMatch?: Precondition },
): Promise<{ readonly created: boolean }> {
  const { name, input, ifMatch } = request;
  checkPrecondition(ifMatch);
  if (!isEventTypeName(name)) {
    throw invalid({ name: ['must be 1 to 128 letters, digits, ".", "_" or "-", and start with a letter or digit'] });
  }
  const fields = checkFields(input.fields);
  try {
    return await write(ctx, { name, fields, ifMatch });
  } catch (error) {
    // Another request has just created the event type: now there is a row to lock.
    if (violates(error, 'event_types_live_name_key')) return write(ctx, { name, fields, ifMatch });
    throw error;
  }
}

interface Save {
  readonly name: string;
  readonly fields: readonly EventField[];
  readonly ifMatch: Precondition;
}

function write(ctx: Ctx, { name, fields, ifMatch }: Save): Promise<{ readonly created: boolean }> {
  return ctx.app.db.transaction(async (client) => {
    const locked = await lockEventType(client, ctx, name);
    requirePrecondition(ifMatch, locked && eventTypeTag(locked));
    if (locked) await change(client, ctx, locked, fields);
    else await create(client, ctx, name, fields);
    return { created: locked === null };
  });
}

async function create(client: Queryable, ctx: Ctx, name: string, fields: readonly EventField[]): Promise<void> {
  const now = ctx.app.clock.now();
  const id = newId(now);
  await client.query(
    `INSERT INTO event_types (platform_id, id, name, current_version, created_at, updated_at)
     VALUES ($1, $2, $3, 1, $4, $4)`,
    [ctx.platformId, id, name, now],
  );
  await insertVersion(client, ctx, { id, version: 1, fields, now });
}

async function change(
  client: Queryable,
  ctx: Ctx,
  locked: LockedEventType,
  fields: readonly EventField[],
): Promise<void> {
  const scope = await templateScope(client, ctx, locked);
  if (isDeepStrictEqual(scope.fields, fields)) return;
  await refuseWhatTemplateReads(client, ctx, locked, { fields, attributes: scope.attributes });
  const now = ctx.app.clock.now();
  const version = locked.currentVersion + 1;
  await insertVersion(client, ctx, { id: locked.id, version, fields, now });
  await client.query(
    'UPDATE event_types SET current_version = $3, updated_at = $4 WHERE platform_id = $1 AND id = $2',
    [ctx.platformId, locked.id, version, now],
  );
}

/**
 * Checks the current template against the new fields, as a save would; each fault names the place that reads the field.
 */
async function refuseWhatTemplateReads(
  client: Queryable,
  ctx: Ctx,
  { id, templateVersion }: LockedEventType,
  scope: { readonly fields: readonly EventField[]; readonly attributes: readonly string[] },
): Promise<void> {
  if (templateVersion === null) return;
  const { rows } = await client.query(
    `SELECT subject, display_name AS "displayName", reply_to AS "replyTo", locale, composition, translations
     FROM template_versions WHERE platform_id = $1 AND event_type_id = $2 AND version = $3`,
    [ctx.platformId, id, templateVersion],
  );
  const checked = await giveWayFairly(ctx.platformId, checkInSteps(rows[0], scope));
  if (checked.ok) return;
  const readers = Object.entries(checked.errors).flatMap(([path, messages]) =>
    messages.map((message) => `the template still reads what these fields lack: ${path}: ${message}`),
  );
  throw invalid({ fields: readers });
}

async function insertVersion(
  client: Queryable,
  ctx: Ctx,
  row: { readonly id: string; readonly version: number; readonly fields: readonly EventField[]; readonly now: Date },
): Promise<void> {
  await client.query(
    `INSERT INTO event_type_versions (platform_id, event_type_id, version, fields, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [ctx.platformId, row.id, row.version, JSON.stringify(row.fields), row.now],
  );
}
