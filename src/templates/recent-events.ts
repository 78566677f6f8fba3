import type { Ctx } from '../context.ts';
import type { MessageValues } from '../messages/message-values.ts';

/** An emitted event, with the values that a mail of it would have today. */
export interface RecentEvent {
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The languages to look for, in order of preference. */
  readonly wanted: readonly (string | null)[];
  readonly timezone: string;
  /** The values stored with its message; null when the event has no message. */
  readonly values: MessageValues | null;
  readonly contact: {
    readonly email: string;
    readonly reference: string | null;
    readonly attributes: Readonly<Record<string, unknown>>;
  } | null;
  readonly workspaceName: string;
}

interface Row extends Omit<RecentEvent, 'wanted' | 'contact'> {
  readonly contactLocale: string | null;
  readonly workspaceLocale: string;
  readonly email: string | null;
  readonly reference: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
}

/** Returns the latest events of a type, over all workspaces, whose payload is still stored. */
export async function recentEvents(ctx: Ctx, eventTypeId: string, count: number): Promise<readonly RecentEvent[]> {
  const { rows } = await ctx.app.db.pool.query<Row>(
    `SELECT e.id, e.payload, m.values, w.name AS "workspaceName", w.timezone, w.locale AS "workspaceLocale",
            c.locale AS "contactLocale", c.email, c.reference, c.attributes
     FROM events e
     JOIN workspaces w ON w.platform_id = e.platform_id AND w.id = e.workspace_id AND w.deleted_at IS NULL
     LEFT JOIN contacts c ON c.workspace_id = e.workspace_id AND c.id = e.contact_id
     LEFT JOIN messages m ON m.workspace_id = e.workspace_id AND m.event_id = e.id
     WHERE e.platform_id = $1 AND e.event_type_id = $2 AND e.payload IS NOT NULL
     ORDER BY e.id DESC
     LIMIT $3`,
    [ctx.platformId, eventTypeId, count],
  );
  return rows.map(({ contactLocale, workspaceLocale, email, reference, attributes, ...event }) => ({
    ...event,
    wanted: [contactLocale, workspaceLocale],
    contact: email === null ? null : { email, reference, attributes: attributes ?? {} },
  }));
}
