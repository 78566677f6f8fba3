import type pg from 'pg';

/** With `mx` no name server knows the sending domains: they are told to be verified, and to have been for long. */
export async function verifyDomains(database: pg.Pool | pg.Client): Promise<void> {
  await database.query(
    `UPDATE sending_domains SET status = 'verified', verified_at = created_at - interval '1 hour', check_due_at = 'infinity'
     WHERE status <> 'verified'`,
  );
}
