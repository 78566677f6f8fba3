/** The migration that gives changes of figures a key: those that wait get one, and so do those of the version before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { openClient } from '../support/open-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test('no change is lost, and each has a key', async () => {
  await migrate(database.url, undefined, { until: '0025_row_versions' });
  const client = await openClient(database.url);
  try {
    /** As the version before writes them. */
    const note = (messages: number) =>
      client.query(
        `INSERT INTO figure_changes (platform_id, workspace_id, day, event_type_id, template_version_id, provider, fact,
           delay, messages)
         SELECT 'p', 'w', '2026-03-29', 't', 'v', 'other', 'accepted', NULL, $1 FROM generate_series(1, 3)`,
        [messages],
      );
    await note(1);
    expect((await migrate(database.url)).applied).toContain('0026_figure_change_keys');
    await note(2);
    const { rows } = await client.query('SELECT id, messages FROM figure_changes ORDER BY messages');
    expect(rows.map(({ messages }) => messages)).toEqual([1, 1, 1, 2, 2, 2]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(6);
    const [{ id }] = rows;
    await expect(client.query('UPDATE figure_changes SET id = $1 WHERE messages = 2', [id])).rejects.toMatchObject({
      code: '23505',
    });
    await expect(client.query('UPDATE figure_changes SET id = NULL')).rejects.toMatchObject({ code: '23502' });
  } finally {
    await client.end();
  }
});
