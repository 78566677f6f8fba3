/** A person's standing in a workspace's marketing email, as the page of an unsubscribe link shows it. */
import type { ConsentSource, ContactStatus } from '../../prisma/generated/client.ts';
import type { ContactPlace } from '../contacts/add-contact-tags.ts';
import type { Consent } from '../contacts/consent.ts';
import { readContactToken } from '../contacts/contact-token.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { undoUntil } from './undo-window.ts';

/** The facts that the page of a link shows. */
export interface Departure {
  readonly workspaceName: string;
  /** Language tags in order of preference: the person's, the workspace's. */
  readonly locales: readonly string[];
  readonly left: boolean;
  /** End of the time to undo; null when leaving cannot be undone. */
  readonly undoUntil: Date | null;
}

/** A contact, its workspace and the last entry of its consent history. */
export interface DepartureRow extends Consent {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly reference: string | null;
  readonly email: string;
  readonly locale: string | null;
  readonly workspaceName: string;
  readonly workspaceLocale: string;
  readonly changeId: string | null;
  readonly changeAt: Date | null;
  readonly changeSource: ConsentSource | null;
  readonly changedAt: Date | null;
  readonly replacedState: ContactStatus | null;
  readonly replacedAt: Date | null;
}

/** Returns null for a forged token, or when the contact or its workspace is gone. Changes nothing. */
export async function findDeparture(app: App, token: string): Promise<Departure | null> {
  const place = readContactToken(app.secrets, token);
  const row = place && (await readDeparture(app.db.pool, place));
  return row && departureOf(row, app.clock.now());
}

/** For a transaction that changes the row: locks the row, so that no later entry follows in the history. */
export async function lockDeparture(client: Queryable, place: ContactPlace): Promise<DepartureRow | null> {
  await client.query('SELECT FROM contacts WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
    place.workspaceId,
    place.id,
  ]);
  return readDeparture(client, place);
}

async function readDeparture(db: Queryable, { workspaceId, id }: ContactPlace): Promise<DepartureRow | null> {
  const { rows } = await db.query<DepartureRow>(
    `SELECT c.platform_id AS "platformId", c.workspace_id AS "workspaceId", c.id, c.reference, c.email, c.locale,
            c.status, c.marketing_at AS "marketingAt", c.consented_at AS "consentedAt",
            c.consented_by_key AS "consentedByKey", c.opted_out_at AS "optedOutAt",
            w.name AS "workspaceName", w.locale AS "workspaceLocale",
            l.id AS "changeId", l.at AS "changeAt", l.source AS "changeSource", l.created_at AS "changedAt",
            l.replaced_state AS "replacedState", l.replaced_at AS "replacedAt"
     FROM contacts c
     JOIN workspaces w ON w.platform_id = c.platform_id AND w.id = c.workspace_id AND w.deleted_at IS NULL
     LEFT JOIN LATERAL (
       SELECT * FROM consent_changes l WHERE l.workspace_id = c.workspace_id AND l.contact_id = c.id
       ORDER BY l.id DESC LIMIT 1) l ON true
     WHERE c.workspace_id = $1 AND c.id = $2`,
    [workspaceId, id],
  );
  return rows[0] ?? null;
}

export function departureOf(row: DepartureRow, now: Date): Departure {
  return {
    workspaceName: row.workspaceName,
    locales: [...(row.locale === null ? [] : [row.locale]), row.workspaceLocale],
    left: row.status === 'unsubscribed',
    undoUntil: undoUntil(row, now),
  };
}
