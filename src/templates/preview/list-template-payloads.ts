import type { Ctx } from '../../context.ts';
import type { EventField } from '../../event-types/event-field.ts';
import { findEventType } from '../../event-types/find-event-type.ts';
import { templateScope } from '../../event-types/template-scope.ts';
import { invalid } from '../../ground/errors/errors.ts';
import { answerBytesMax } from '../../ground/lists/answer-limit.ts';
import { readEvents, recentHeads } from '../trials/recent-events.ts';

/** Payloads of one list; each has up to 512 KB (docs/rules.md#template-payloads). */
const payloadsMax = 20;

/** A payload as an emit sent it, with the other values that a preview of it needs. */
export interface TemplatePayload {
  readonly eventId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Those that the event type has now. */
  readonly fields: readonly EventField[];
  /** The language wanted for the recipient. */
  readonly locale: string;
  readonly timezone: string;
  /** Null where the recipient is no contact and the values of the mail are no longer kept. */
  readonly contact: { readonly email: string; readonly attributes: Readonly<Record<string, unknown>> } | null;
}

/**
 * Returns the latest payloads of an event type, over all workspaces, while they are kept; fewer than `first` where more
 * would not fit into a response. Rejects with `not_found`, and
 * with `validation_failed` under `first`.
 */
export async function listTemplatePayloads(
  ctx: Ctx,
  { eventType, first }: { readonly eventType: string; readonly first: number },
): Promise<readonly TemplatePayload[]> {
  if (first < 0 || first > payloadsMax) throw invalid({ first: [`must be 0 to ${payloadsMax}`] });
  const found = await findEventType(ctx, eventType);
  const { fields } = await templateScope(ctx.app.db.pool, ctx, found);
  const { heads } = await recentHeads(ctx, found.id, { count: first, bytesMax: answerBytesMax });
  const events = await readEvents(ctx, heads);
  return events.map(({ id: eventId, payload, wanted, timezone, values, contact }) => {
    const email = values?.contact.email ?? contact?.email;
    return {
      eventId,
      payload,
      fields,
      locale: wanted.find((locale) => locale !== null) ?? 'en',
      timezone,
      contact: email === undefined ? null : { email, attributes: values?.attributes ?? contact?.attributes ?? {} },
    };
  });
}
