/**
 * On a cluster: what other workspaces of the platform hold of an erased person's addresses (docs/rules.md#erasure-on-a-cluster). No
 * table has the addresses of a whole platform, so all shards are asked, for so many workspaces a step. One database finds it
 * in the statements that need it (finish-erasure.ts).
 */

import type { App } from '../context.ts';
import { endPeriodsSql, toAddressesOfSql } from '../db/address-key.ts';
import { ofEachWorkspace } from '../db/by-workspace.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { statement } from '../db/rows.ts';
import { forgetBlocksOf, heldSql } from './finish-erasure.ts';
import { moveSearch, searchEnd } from './move-search.ts';
import type { OpenErasure } from './open-erasure.ts';

/** Workspaces that one step asks. */
const workspacesAtOnce = 500;

/** Where these steps begin. */
export const elsewhereStart = 'elsewhere ';
export const isElsewhere = (searched: string) => searched.startsWith(elsewhereStart);

const findBlocks = statement({
  values: { platformId: 'text', addressHashes: 'bytea[]' },
  text: ({ platformId, addressHashes }) => `
    SELECT DISTINCT address_hash AS hash FROM suppressions
    WHERE scope_id = ${platformId} AND address_hash = ANY(${addressHashes}) AND (email IS NOT NULL OR note IS NOT NULL)`,
});

/** Deleted ones too: what they lifted is a record like that of others. */
const findWorkspaces = statement({
  values: { platformId: 'text', workspaceId: 'text', after: 'text' },
  text: ({ platformId, workspaceId, after }) => `
    SELECT id, deleted_at IS NULL AS live FROM workspaces
    WHERE platform_id = ${platformId} AND id <> ${workspaceId} AND id > ${after} ORDER BY id LIMIT ${workspacesAtOnce}`,
});

const within = { workspaceIds: 'text[]', addressHashes: 'bytea[]' } as const;

const findLifts = statement({
  values: within,
  text: ({ workspaceIds, addressHashes }) => `
    SELECT DISTINCT workspace_id AS id FROM suppression_lifts
    WHERE workspace_id = ANY(${workspaceIds}) AND address_hash = ANY(${addressHashes}) AND platform_wide`,
});

const findContacts = statement({
  values: within,
  text: ({ workspaceIds, addressHashes }) => `
    SELECT DISTINCT address_hash AS hash FROM contacts
    WHERE workspace_id = ANY(${workspaceIds}) AND address_hash = ANY(${addressHashes})`,
});

const findMail = statement({
  values: { ...within, first: 'int', last: 'int' },
  text: (v) => `
    SELECT DISTINCT e.address_hash AS hash
    FROM events e JOIN messages m ON m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')}
    WHERE ${toAddressesOfSql('e', v)} AND e.mails AND m.recipient IS NOT NULL`,
});

/** A platform-wide block by hand is lifted through any workspace, also one without the person. */
const dropUnheldLifts = statement({
  values: { workspaceId: 'text', addressHashes: 'bytea[]' },
  text: ({ workspaceId, addressHashes }, only) => `
    DELETE FROM suppression_lifts l
    WHERE l.workspace_id = ${workspaceId} AND ${only('l.workspace_id')} AND l.address_hash = ANY(${addressHashes})
      AND l.platform_wide AND NOT ${heldSql(workspaceId, 'l.address_hash', only)}`,
});

interface Hashed {
  readonly hash: Buffer;
}

/**
 * Asks some further workspaces without a lock. One short transaction then removes what they lifted of addresses that they do
 * not hold, notes how far it has come, and which blocked addresses nobody holds so far; once all were asked, these blocks
 * lose their texts.
 */
export async function elsewhereStep(app: App, erasure: OpenErasure & { readonly searched: string }): Promise<void> {
  const { platformId, workspaceId, addressHashes } = erasure;
  const { pool } = app.db;
  const [, after = '', blocked] = erasure.searched.split(' ');
  const { rows: workspaces } = await pool.query<{ readonly id: string; readonly live: boolean }>(
    findWorkspaces({ platformId, workspaceId, after }),
  );
  const workspaceIds = workspaces.map(({ id }) => id);
  const { rows: lifts } = await pool.query<{ readonly id: string }>(findLifts({ workspaceIds, addressHashes }));
  const liveIds = workspaces.flatMap(({ id, live }) => (live ? [id] : []));
  const unheld = await unheldIn(app, liveIds, blocked === undefined ? await blocksOf(app, erasure) : hashesIn(blocked));
  const last = workspaceIds.length < workspacesAtOnce ? undefined : workspaceIds.at(-1);
  const next = last === undefined ? searchEnd : `${elsewhereStart}${last} ${textOf(unheld)}`;
  await app.db.transaction(async (client) => {
    if (!(await moveSearch(client, erasure, next))) return;
    await ofEachWorkspace(
      app.db,
      lifts,
      ({ id }) => id,
      async ([lift], form) =>
        (await client.query(form(dropUnheldLifts)({ workspaceId: lift?.id ?? '', addressHashes }))).rows,
    );
    if (last === undefined && unheld.length > 0)
      await client.query(forgetBlocksOf({ scopeId: platformId, addressHashes: unheld }));
  }, maintenanceLimits);
}

const textOf = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex')).join(',');
const hashesIn = (text: string) => text.split(',').flatMap((hex) => (hex === '' ? [] : [Buffer.from(hex, 'hex')]));

/** Addresses that the whole platform blocks by name or with a note. */
async function blocksOf({ db }: App, { platformId, addressHashes }: OpenErasure): Promise<readonly Buffer[]> {
  return (await db.pool.query<Hashed>(findBlocks({ platformId, addressHashes }))).rows.map(({ hash }) => hash);
}

/** Returns the addresses that none of the workspaces holds, of a contact or of mail. */
async function unheldIn(
  { db }: App,
  workspaceIds: readonly string[],
  addressHashes: readonly Buffer[],
): Promise<readonly Buffer[]> {
  if (workspaceIds.length === 0 || addressHashes.length === 0) return addressHashes;
  const but = (held: readonly Hashed[], hashes: readonly Buffer[]) =>
    hashes.filter((one) => !held.some(({ hash }) => hash.equals(one)));
  const contacts = await db.pool.query<Hashed>(findContacts({ workspaceIds, addressHashes }));
  const left = but(contacts.rows, addressHashes);
  const ends = await db.pool.query<{ readonly first: number | null; readonly last: number | null }>(endPeriodsSql);
  const { first = null, last = null } = ends.rows[0] ?? {};
  if (left.length === 0 || first === null || last === null) return left;
  const mail = await db.pool.query<Hashed>(findMail({ workspaceIds, addressHashes: left, first, last }));
  return but(mail.rows, left);
}
