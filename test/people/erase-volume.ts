/** Erases a person with a great deal of mail, and measures what that costs. */
import type pg from 'pg';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { countReads, rowsIn } from '../support/count-reads.ts';
import type { Tenant, World } from '../support/world.ts';
import { fillPerson } from './fill-person.ts';

export interface ErasureCost {
  /** From the request to its answer, and from there to the end; milliseconds. */
  readonly answeredIn: number;
  readonly doneIn: number;
  /** Rows and entries of indexes that the transaction of the answer read. */
  readonly answerRows: number;
  /** The same of the steps after it: of the dearest but for one in ten, and of all together. */
  readonly stepRows: number;
  readonly rowsInAll: number;
  /** Transactions. */
  readonly steps: number;
  /** Bytes of the rows and values that went. */
  readonly cleared: number;
  /** Bytes that its transactions wrote ahead. */
  readonly wal: number;
  /** Rows of the person that are left. */
  readonly left: number;
  /** Rows of everybody else, before and after. */
  readonly others: readonly [before: number, after: number];
}

const address = 'ada.lovelace@example.com';
const former = ['ada@example.com', 'countess@example.com', 'byron@example.com'];
const turnsMost = 1_000;

export async function eraseVolume(world: World, tenant: Tenant, count: number): Promise<ErasureCost> {
  const { app } = world;
  const db = app.db.pool;
  const { ctx, platformId, workspace: workspaceId } = tenant;
  const hashOf = (text: string) => app.secrets.addressHash(text);
  await tenant.ask(
    `mutation { contactUpsert(workspace: "ref:shop", contact: "ref:lovelace", input: { email: "${address}" }) { created } }`,
  );
  const { data } = await tenant.ask(
    `mutation ($input: EventEmitInput!) { eventEmit(workspace: "ref:shop", input: $input) {
      event { contact: contactAtEmit { id: contactId } } } }`,
    {
      input: {
        type: 'order.shipped',
        idempotencyKey: 'first',
        recipient: { contact: 'ref:lovelace' },
        payload: { order_number: '1', tracking_url: 'https://example.com/1', customer_name: 'Ada Lovelace' },
      },
    },
  );
  const contactId: string = data.eventEmit.event.contact.id;
  await db.query(
    `INSERT INTO former_addresses (workspace_id, address_hash, contact_id, until)
     SELECT $1, hash, $2, $3 FROM unnest($4::bytea[]) hash`,
    [workspaceId, contactId, world.now(), former.map(hashOf)],
  );
  await db.query(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, 'E', 'https://hooks.test/', '{}', $2, $2)`,
    [platformId, world.now()],
  );
  await fillPerson(db, {
    workspaceId,
    contactId,
    addresses: [address, ...former].map((text) => ({ text, hash: hashOf(text) })),
    count,
    now: world.now(),
    endpointId: 'E',
  });
  const bytes = await bytesOf(db);
  const othersBefore = await rowsLeft(db, true);
  await db.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  const kept = await keepWal(db);
  const walFrom = await walPlace(db);

  const counted = countReads(app);
  const asked = performance.now();
  const { id } = await erasePerson({ ...ctx, app: counted.app }, 'ref:shop', { contact: 'ref:lovelace' });
  const answered = performance.now();
  const answerRows = rowsIn(counted.take());
  for (let turns = 0; turns < turnsMost && !(await isFinished(db, id)); turns += 1) {
    await eraseTurn(counted.app, { platformId, id });
  }
  const done = performance.now();
  const steps = counted.take();

  const { rows: wal } = await db.query<{ bytes: string }>(
    `SELECT coalesce(sum(record_length), 0) AS bytes FROM pg_get_wal_records_info($1, $2) WHERE xid::text = ANY($3)`,
    [walFrom, await walPlace(db), counted.written],
  );
  await kept.end();
  return {
    answeredIn: Math.round(answered - asked),
    doneIn: Math.round(done - answered),
    answerRows,
    stepRows: steps.map((step) => rowsIn([step])).sort((a, b) => a - b)[Math.floor(steps.length * 0.9)] ?? 0,
    rowsInAll: rowsIn(steps),
    steps: steps.length,
    cleared: bytes - (await bytesOf(db)),
    wal: Number(wal[0]?.bytes ?? 0),
    left: await rowsLeft(db, false),
    others: [othersBefore, await rowsLeft(db, true)],
  };
}

/** Until its end no checkpoint removes what is written ahead: files of other tests write into the same cluster. */
async function keepWal(db: pg.Pool): Promise<{ end(): Promise<void> }> {
  const client = await db.connect();
  await client.query("SELECT pg_create_physical_replication_slot('erase_volume_' || pg_backend_pid(), true, true)");
  // A temporary slot ends with its connection.
  return { end: async () => client.release(true) };
}

async function walPlace(db: pg.Pool): Promise<string> {
  const { rows } = await db.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn() AS lsn');
  return rows[0]?.lsn ?? '0/0';
}

async function isFinished(db: pg.Pool, id: string): Promise<boolean> {
  const { rows } = await db.query('SELECT FROM erasures WHERE id = $1 AND finished_at IS NOT NULL', [id]);
  return rows.length > 0;
}

/** Bytes of the rows in which a person's mail is. */
async function bytesOf(db: pg.Pool): Promise<number> {
  const tables = ['events', 'messages', 'message_attempts', 'webhooks', 'idempotency_keys'];
  const sums = tables.map((table) => `(SELECT coalesce(sum(pg_column_size(t.*)), 0) FROM ${table} t)`);
  const { rows } = await db.query<{ bytes: string }>(`SELECT ${sums.join(' + ')} AS bytes`);
  return Number(rows[0]?.bytes ?? 0);
}

/** Events and messages with an address: those of the person, or of everybody else. */
async function rowsLeft(db: pg.Pool, others: boolean): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM events e FULL JOIN messages m ON m.workspace_id = e.workspace_id AND m.event_id = e.id
     WHERE coalesce(m.recipient LIKE 'stranger%', e.contact_id IS NULL AND length(e.address_hash) > 0) = $1
       AND (m.id IS NOT NULL OR e.payload IS NOT NULL)`,
    [others],
  );
  return rows[0]?.n ?? 0;
}
