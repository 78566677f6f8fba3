/**
 * The change of SECRET_KEY (docs/rules.md#change-of-the-secret-key): puts the new key in force, and seals anew with it
 * what the key before it has sealed, while the service runs. Each part can be repeated and goes on where it was cut short.
 */
import type { Db } from '../db/connections/pool.ts';
import type { Secrets } from '../ground/secrets.ts';
import { day } from '../ground/time/durations.ts';
import { readKeyState } from './check-secret-key.ts';

/** Rows of one slice. */
const sliceSize = 200;
/** Rounds over all rows: of those that processes have sealed before they saw the change. More means one never sees it. */
const roundsMax = 20;
/** Time in which a running process sees the change, and then some; milliseconds. Each looks every ten seconds. */
const seenWithin = 25_000;
/** Time for which links of mails should work after they went out; milliseconds. */
export const linksKeptFor = 90 * day;

/** What is sealed: `id` are the columns by which a row is found, in their order. */
const kinds = [
  { name: 'DKIM keys', table: 'sending_domains', id: ['platform_id', 'id'], column: 'dkim_key_sealed' },
  { name: 'webhook secrets', table: 'webhook_secrets', id: ['platform_id', 'id'], column: 'secret_sealed' },
  { name: 'headers of endpoints', table: 'webhook_endpoints', id: ['platform_id', 'id'], column: 'headers_sealed' },
  { name: 'searches of erasures', table: 'erasures', id: ['workspace_id', 'id'], column: 'terms_sealed' },
] as const;
type Kind = (typeof kinds)[number];
export type KindName = Kind['name'];

export type Counts = Readonly<Record<KindName, number>>;

export interface KeyChange {
  /** Rows that were sealed anew. */
  readonly sealed: Counts;
  /** Rows that no key opens: they were lost before. */
  readonly lost: Counts;
  readonly changedAt: Date;
}

interface ChangeOptions {
  readonly db: Pick<Db, 'pool' | 'transaction'>;
  readonly secrets: Secrets;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Is told of each slice and of each wait. */
  readonly tell?: (progress: { readonly kind: KindName; readonly sealed: number } | 'waiting') => void;
}

interface Pass {
  readonly sealed: Record<KindName, number>;
  readonly lost: Record<KindName, number>;
}

/** `secrets` has both keys, and has adopted the state of the database. */
export async function changeKey({ db, secrets, pause, tell = () => undefined }: ChangeOptions): Promise<KeyChange> {
  const changedAt = await putInForce(db, secrets);
  const sealed = noCounts();
  for (let round = 1; round <= roundsMax; round += 1) {
    const pass: Pass = { sealed: noCounts(), lost: noCounts() };
    for (const kind of kinds) await sealKind({ db, secrets, kind, pass, tell });
    for (const { name } of kinds) sealed[name] += pass.sealed[name];
    const isRest = kinds.every(({ name }) => pass.sealed[name] === 0);
    // In the first round processes may still seal with the key before.
    if (isRest && round > 1) {
      await db.pool.query('UPDATE deployment SET key_settled_at = coalesce(key_settled_at, clock_timestamp())');
      return { sealed, lost: pass.lost, changedAt };
    }
    tell('waiting');
    await pause(seenWithin);
  }
  throw new Error(
    'A process goes on to seal with the previous key: start every process with both keys, and run this again',
  );
}

const noCounts = () => ({ 'DKIM keys': 0, 'webhook secrets': 0, 'headers of endpoints': 0, 'searches of erasures': 0 });

/** Returns since when SECRET_KEY is in force. */
async function putInForce(db: ChangeOptions['db'], secrets: Secrets): Promise<Date> {
  return db.transaction(async (client) => {
    // A second command waits for the first one's change.
    await client.query('SELECT FROM deployment FOR UPDATE');
    const state = await readKeyState(client);
    if (state === null || !secrets.adopt(state)) throw new Error('No key that is alive is in force');
    if (secrets.inForce() === 'current' && state.changedAt !== null) return state.changedAt;
    const { rows } = await client.query<{ changedAt: Date }>(
      `UPDATE deployment SET key_check = $1, lasting_keys_sealed = $2, key_changed_at = clock_timestamp(),
         key_settled_at = NULL
       RETURNING key_changed_at AS "changedAt"`,
      [secrets.checkOf('current'), secrets.sealWithCurrent(secrets.lastingKeys())],
    );
    const [changed] = rows;
    const after = await readKeyState(client);
    if (!changed || after === null || !secrets.adopt(after)) throw new Error('The new key could not be put in force');
    return changed.changedAt;
  });
}

interface SealOptions extends Required<Pick<ChangeOptions, 'db' | 'secrets' | 'tell'>> {
  readonly kind: Kind;
  readonly pass: Pass;
}

interface SealedRow {
  readonly one: string;
  readonly other: string;
  readonly sealed: Buffer;
}

async function sealKind({ db, secrets, kind, pass, tell }: SealOptions): Promise<void> {
  const { name, table, column } = kind;
  const [one, other] = kind.id;
  let after: readonly [string, string] = ['', ''];
  for (;;) {
    const { rows } = await db.pool.query<SealedRow>(
      `SELECT ${one} AS one, ${other} AS other, ${column} AS sealed FROM ${table}
       WHERE (${one}, ${other}) > ($1, $2) AND ${column} IS NOT NULL ORDER BY ${one}, ${other} LIMIT ${sliceSize}`,
      [...after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = [last.one, last.other];
    const sealers = rows.map((row) => ({ row, sealer: secrets.sealerOf(row.sealed) }));
    pass.lost[name] += sealers.filter(({ sealer }) => sealer === null).length;
    const old = sealers.filter(({ sealer }) => sealer === 'previous').map(({ row }) => row);
    if (old.length === 0) continue;
    // A row that was changed meanwhile keeps what it has; the next round looks at it.
    const { rowCount } = await db.pool.query(
      `UPDATE ${table} t SET ${column} = i.anew
       FROM unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[]) AS i (one, other, sealed, anew)
       WHERE t.${one} = i.one AND t.${other} = i.other AND t.${column} = i.sealed`,
      [
        old.map((row) => row.one),
        old.map((row) => row.other),
        old.map((row) => row.sealed),
        old.map((row) => secrets.sealWithCurrent(secrets.open(row.sealed))),
      ],
    );
    pass.sealed[name] += rowCount ?? 0;
    tell({ kind: name, sealed: pass.sealed[name] });
  }
}
