import { isDeepStrictEqual } from 'node:util';
import { checkInSteps } from '../../emails/index.ts';
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { invalid } from '../ground/errors/errors.ts';
import { gatherFaults } from '../ground/errors/gather-faults.ts';
import { violates } from '../ground/errors/violates.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { newId } from '../ground/ids.ts';
import { checkPrecondition, type Precondition, requirePrecondition } from '../ground/input/precondition.ts';
import { checkFields } from './check-fields.ts';
import { type ContentDays, checkContentDays } from './content-days.ts';
import type { EventField } from './event-field.ts';
import { checkExamples, type EventTypeExample, readExamples } from './event-type-examples.ts';
import { isEventTypeName } from './event-type-name.ts';
import { eventTypeTag } from './event-type-tag.ts';
import { type EventTypeTopic, holdTopic, readTopic } from './event-type-topic.ts';
import { type LockedEventType, lockEventType } from './lock-event-type.ts';
import { templateScope } from './template-scope.ts';

/**
 * Creates the event type `name`, or replaces its fields; equal fields write nothing (docs/rules.md#event-type-names).
 * `input` is `{fields, contentDays, examples, topic}`. Rejects with `validation_failed`, also under `fields` for a field that the template still
 * reads, and with `precondition_failed`.
 */
export async function saveEventType(
  ctx: Ctx,
  request: { readonly name: string; readonly input: EventTypeInput; readonly ifMatch?: Precondition },
): Promise<{ readonly created: boolean }> {
  const { name, input, ifMatch } = request;
  checkPrecondition(ifMatch);
  if (!isEventTypeName(name)) {
    throw invalid({ name: ['must be 1 to 128 letters, digits, ".", "_" or "-", and start with a letter or digit'] });
  }
  const save: Save = { name, ifMatch, ...(await readContent(ctx, input)) };
  try {
    return await write(ctx, save);
  } catch (error) {
    // Another request has just created the event type: now there is a row to lock.
    if (violates(error, 'event_types_live_name_key')) return write(ctx, save);
    throw error;
  }
}

export interface EventTypeInput {
  readonly fields?: unknown;
  /** Left out keeps what the event type has. */
  readonly contentDays?: unknown;
  /** Left out keeps what the event type has. */
  readonly examples?: unknown;
  /** Left out keeps what the event type has. */
  readonly topic?: unknown;
}

interface Content {
  readonly fields: readonly EventField[];
  readonly contentDays: ContentDays;
  readonly examples: readonly EventTypeExample[] | null | undefined;
  readonly topic: EventTypeTopic;
}

interface Save extends Content {
  readonly name: string;
  readonly ifMatch: Precondition;
}

async function readContent({ app }: Ctx, input: EventTypeInput): Promise<Content> {
  const [[fields, contentDays], [examples, topic]] = await gatherFaults(
    () =>
      gatherFaults(
        async () => checkFields(input.fields),
        async () => checkContentDays(app, input.contentDays),
      ),
    () =>
      gatherFaults(
        async () => readExamples(input.examples),
        async () => readTopic(input.topic),
      ),
  );
  checkExamples(fields, examples ?? []);
  return { fields, contentDays, examples, topic };
}

function write(ctx: Ctx, save: Save): Promise<{ readonly created: boolean }> {
  return ctx.app.db.transaction(async (client) => {
    const locked = await lockEventType(client, ctx, save.name);
    requirePrecondition(save.ifMatch, locked && eventTypeTag(locked));
    await holdTopic(client, ctx.platformId, save.topic);
    if (locked) await change(client, ctx, locked, save);
    else await create(client, ctx, save);
    return { created: locked === null };
  });
}

async function create(
  client: Queryable,
  ctx: Ctx,
  { name, fields, contentDays, examples, topic }: Save,
): Promise<void> {
  const now = ctx.app.clock.now();
  const id = newId(now);
  await client.query(
    `INSERT INTO event_types (platform_id, id, name, current_version, content_days, examples, topic, created_at,
       updated_at)
     VALUES ($1, $2, $3, 1, $5, $6, $7, $4, $4)`,
    [ctx.platformId, id, name, now, contentDays ?? null, asJson(examples ?? null), topic ?? null],
  );
  await insertVersion(client, ctx, { id, version: 1, fields, now });
}

async function change(
  client: Queryable,
  ctx: Ctx,
  locked: LockedEventType,
  { fields, contentDays = locked.contentDays, examples = locked.examples, topic = locked.topic }: Save,
): Promise<void> {
  const scope = await templateScope(client, ctx, locked);
  const { contentDays: days, examples: shown, topic: of } = locked;
  const saved: Content = { fields: scope.fields, contentDays: days, examples: shown, topic: of };
  if (isDeepStrictEqual(saved, { fields, contentDays, examples, topic })) return;
  await refuseWhatTemplateReads(client, ctx, locked, { fields, attributes: scope.attributes });
  const now = ctx.app.clock.now();
  const version = locked.currentVersion + 1;
  await insertVersion(client, ctx, { id: locked.id, version, fields, now });
  await client.query(
    `UPDATE event_types SET current_version = $3, updated_at = $4, content_days = $5, examples = $6, topic = $7
     WHERE platform_id = $1 AND id = $2`,
    [ctx.platformId, locked.id, version, now, contentDays, asJson(examples), topic],
  );
}

/** The driver would write an array as one of PostgreSQL's. */
function asJson(examples: readonly EventTypeExample[] | null): string | null {
  return examples && JSON.stringify(examples);
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
