/** The contacts of the bench of imports: as lines of a file, and made within PostgreSQL. */
import type { Database } from './postgres.ts';

/** Bytes that the file is sent by. */
const pieceBytes = 65_536;

export async function* importLines(rows: number): AsyncGenerator<Uint8Array> {
  let piece = 'reference,email,locale,plan,seats\n';
  for (let n = 1; n <= rows; n += 1) {
    piece += `person-${n},person-${n}@example.com,de,gold,${n % 50}\n`;
    if (piece.length < pieceBytes) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

interface Inserted {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly rows: number;
}

/** The same contacts by one statement, which checks nothing but the table's own constraints. */
export async function insertRows({ pool }: Database, { platformId, workspaceId, rows }: Inserted): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(
      `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, status, locale, attributes,
                             created_at, updated_at)
       SELECT $1, $2, lpad(n::text, 26, '0'), 'person-' || n, 'person-' || n || '@example.com',
              sha256(convert_to('person-' || n, 'UTF8')), 'pending', 'de',
              jsonb_build_object('plan', 'gold', 'seats', n % 50), now(), now()
       FROM generate_series(1, $3::int) n`,
      [platformId, workspaceId, rows],
    );
  } finally {
    client.release(true);
  }
}
