/**
 * Behind a pooler of transactions a statement that stands alone runs on any server connection, with the settings that
 * the server gives the role (docs/rules.md#session-settings).
 */
import pg from 'pg';
import { ConfigError } from '../../ground/config/config.ts';
import { connectionTo } from './connection-to.ts';

/** What the role must have, as ALTER ROLE takes it: settings that no pooler follows and that change what we read. */
const needed = {
  search_path: 'public',
  default_transaction_isolation: `'read committed'`,
  array_nulls: 'on',
} as const;
type Needed = keyof typeof needed;

/** Each setting as it is where no session has set it. */
const withoutOurs = ['BEGIN', ...Object.keys(needed).map((name) => `SET LOCAL ${name} TO DEFAULT`)].join('; ');

const question = `
  SELECT to_regclass('platforms') IS NOT DISTINCT FROM to_regclass('public.platforms') AS search_path,
         current_setting('default_transaction_isolation') = 'read committed' AS default_transaction_isolation,
         current_setting('array_nulls') = 'on' AS array_nulls,
         quote_ident(current_user) AS role, quote_ident(current_database()) AS database`;

type Answer = Readonly<Record<Needed, boolean>> & { readonly role: string; readonly database: string };

/** Rejects with a ConfigError that has the statements which put the role right. `url`: of a migrated database. */
export async function checkPooledSettings(url: string): Promise<void> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'tidings' });
  await client.connect();
  try {
    await client.query(withoutOurs);
    const { rows } = await client.query<Answer>(question);
    await client.query('ROLLBACK');
    const [answer] = rows;
    if (!answer) throw new Error('PostgreSQL did not answer what its settings are');
    const wrong = (Object.keys(needed) as Needed[]).filter((name) => !answer[name]);
    if (wrong.length === 0) return;
    const cures = wrong.map(
      (name) => `ALTER ROLE ${answer.role} IN DATABASE ${answer.database} SET ${name} = ${needed[name]};`,
    );
    throw new ConfigError([
      `DATABASE_URL: goes through a pooler, where the settings of the role hold; as that role, and before the pooler connects again: ${cures.join(' ')}`,
    ]);
  } finally {
    await client.end();
  }
}
