/** Rows of lists: a workspace with many, whose rare values lie far down, beside workspaces with few. */
import type { Db } from '../../src/db/connections/pool.ts';
import { completeWebhooks } from './complete-webhooks.ts';

export const size = 4_000;

export const id = (n: number) => String(n).padStart(26, '0');
export const shop = 'S'.repeat(26);
export const small = 'T'.repeat(26);
export const numbers = Array.from({ length: size }, (_, at) => at + 1);
export const where = (keep: (n: number) => boolean) => numbers.filter(keep).map(id).toReversed();

export const email = (n: number) => `User${n}${n === 40 ? '~' : ''}@${n <= size / 2 ? 'Old.example' : 'new.test'}`;
export const ownEmail = (n: number) => `own-${n}@${n <= size / 2 ? 'old.example' : 'new.test'}`;
export const holds = (text: string) => (n: number) => email(n).toLowerCase().includes(text.toLowerCase());
export const isSubscribed = (n: number) => n % 1_000 === 0 || n <= 400;
export const isOld = (n: number) => n <= 1_900;
/** Blocked by the platform. */
export const isCleaned = (n: number) => n <= 300 || n === 3_500;
/** Who changed their consent themselves, and nobody later. */
export const isOwn = (n: number) => n % 900 === 5;
/** Who did so before the caller. */
const isOwnBefore = (n: number) => n % 900 === 6;
export const stateOf = (n: number) =>
  n % 1_500 === 0 ? 'bounced' : n <= 500 ? 'queued' : n === 700 ? 'sending' : n <= 1_100 ? 'sent' : 'delivered';
export const webhookOf = (n: number) => ({
  state: n % 900 === 0 ? 'failed' : n <= 1_000 ? 'pending' : 'delivered',
  type: n % 2_000 === 0 ? 'message.failed' : n > 3_000 ? 'message.bounced' : 'message.delivered',
  endpoint: n % 1_500 === 0 ? id(2) : id(1),
});

/** An address with many messages, one with two, and others with one. */
export const recipient = (n: number) =>
  n <= 600 ? 'many@example.com' : n % 2_000 === 0 ? 'two@example.com' : `r${n}@example.com`;
export const contactOf = (n: number) => (n <= 600 ? 'C1' : n % 2_000 === 0 ? 'C2' : null);

/** A pair that many events have, one that two have, and others without any. */
export const metadataOf = (n: number): Readonly<Record<string, string>> | null =>
  n <= 600 ? { plan: 'many' } : n % 2_000 === 0 ? { plan: 'two', order: String(n) } : null;

interface Place {
  readonly db: Db;
  readonly platformId: string;
}

const pairsOf = (n: number) => {
  const pairs = metadataOf(n);
  return pairs && JSON.stringify(pairs);
};

/** Rows of one workspace, without the rows that they refer to. */
export async function fill({ db, platformId }: Place, workspaceId: string, rows: readonly number[]): Promise<void> {
  const ids = rows.map((n) => (workspaceId === shop ? id(n) : `X${id(n).slice(1)}`));
  const run = (text: string, values: readonly unknown[]) =>
    db.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(text, [platformId, workspaceId, ids, ...values]);
    });
  const hashed = "sha256(convert_to($2 || r.email, 'UTF8'))";
  await run(
    `INSERT INTO contacts (platform_id, workspace_id, id, email, address_hash, status, marketing_at, created_at, updated_at)
     SELECT $1, $2, r.id, r.email, ${hashed}, r.status::contact_status,
            CASE WHEN r.status = 'subscribed' THEN now() END, now(), now()
     FROM unnest($3::text[], $4::text[], $5::text[]) r (id, email, status)`,
    [rows.map(email), rows.map((n) => (workspaceId === small || isSubscribed(n) ? 'subscribed' : 'pending'))],
  );
  const changes = rows.flatMap((n, at) =>
    (isOwn(n) ? ['api', 'link'] : isOwnBefore(n) ? ['mail_app', 'api'] : []).map((source, place) => ({
      id: id(2 * n + place),
      contact: ids[at],
      source,
    })),
  );
  await run(
    `WITH given AS (SELECT $1, $3::text[])
     INSERT INTO consent_changes (workspace_id, id, contact_id, state, at, source, replaced_state, created_at)
     SELECT $2, r.id, r.contact, 'unsubscribed', now(), r.source::consent_source, 'pending', now()
     FROM unnest($4::text[], $5::text[], $6::text[]) r (id, contact, source)`,
    [changes.map((change) => change.id), changes.map(({ contact }) => contact), changes.map(({ source }) => source)],
  );
  const tagged = rows.flatMap((n, at) => {
    const tags =
      workspaceId === small ? ['all'] : ['all', ...(isOld(n) ? ['old'] : []), ...(n % 2_000 === 0 ? ['rare'] : [])];
    return tags.map((tag) => ({ contact: ids[at], tag }));
  });
  await run(
    `WITH given AS (SELECT $1, $3::text[])
     INSERT INTO contact_tags (workspace_id, contact_id, tag_id) SELECT $2, * FROM unnest($4::text[], $5::text[])`,
    [tagged.map(({ contact }) => contact), tagged.map(({ tag }) => tag)],
  );
  const suppress = (prefix: string, scope: string | null, those: readonly number[], text: (n: number) => string) =>
    run(
      `WITH given AS (SELECT $3::text[])
       INSERT INTO suppressions (platform_id, id, workspace_id, scope_id, email, address_hash, reason, blocks, created_at)
       SELECT $1, $4 || substr(r.id, 2), $5::text, coalesce($5, $1), r.email, ${hashed}, 'hard_bounce', 'all', now()
       FROM unnest($6::text[], $7::text[]) r (id, email)`,
      [prefix, scope, those.map(id), those.map(text)],
    );
  await run(
    `WITH given AS (SELECT $2::text) INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version,
       idempotency_key, payload, contact_id, metadata, address_hash, created_at)
     SELECT $1, $2, r.id, 't', 'order.shipped', 1, r.id, '{}', r.contact, r.metadata::jsonb, ${hashed}, now()
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) r (id, email, contact, metadata)`,
    [rows.map(recipient), rows.map(contactOf), rows.map(pairsOf)],
  );
  await run(
    `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, address_hash,
                           contact_id, template_version_id, locale, timezone, due_at, lease_until, ended_at, expires_at,
                           created_at, metadata)
     SELECT $1, $2, r.id, r.id, 't', r.id, r.state::message_state, ${hashed}, r.contact, 'v', 'en', 'UTC', now(),
            CASE WHEN r.state = 'sending' THEN now() END, now(), now(), now(), r.metadata::jsonb
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) r (id, email, contact, state, metadata)`,
    [rows.map(recipient), rows.map(contactOf), rows.map(stateOf), rows.map(pairsOf)],
  );
  if (workspaceId === small) return;
  await run(
    `WITH given AS (SELECT $3::text[]) INSERT INTO tags (platform_id, workspace_id, id, key, name)
     SELECT $1, $2, t, t, t FROM unnest($4::text[]) t`,
    [['all', 'old', 'rare', 'none']],
  );
  // Most of the platform's suppressions concern no contact.
  await suppress('P', null, numbers, (n) => (isCleaned(n) ? email(n) : `gone-${n}@example.com`));
  await suppress('W', shop, numbers, ownEmail);
  // No trigger runs here.
  await run(
    `WITH given AS (SELECT $2::text, $3::text[])
     INSERT INTO platform_blocks SELECT platform_id, address_hash, blocks FROM suppressions WHERE scope_id = $1`,
    [],
  );
  await run(
    `WITH given AS (SELECT $2::text)
     INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, created_at)
     SELECT $1, r.id, r.endpoint, r.type, 'service', r.state::webhook_state, now()
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) r (id, endpoint, type, state)`,
    [rows.map((n) => webhookOf(n).endpoint), rows.map((n) => webhookOf(n).type), rows.map((n) => webhookOf(n).state)],
  );
  await completeWebhooks(db.pool);
}
