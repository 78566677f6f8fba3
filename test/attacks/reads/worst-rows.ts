/**
 * A platform with the largest rows that are legal, in every list of the schema. What decides by its content goes through
 * the public API (event types, templates, contacts, emits); rows that only repeat, and what takes days to come to be
 * (attempts, reports, audit entries), are written by SQL, at the limits of docs/rules.md.
 */
import type pg from 'pg';
import { nobodys, type Things } from '../../support/root-arguments.ts';
import type { AttackerPlatform } from '../harness/attacker-platform.ts';
import { accepted } from './accepted.ts';
import { worstEvents } from './worst-events.ts';
import { worstLists } from './worst-lists.ts';
import { worstMessages } from './worst-messages.ts';
import { worstPeople } from './worst-people.ts';
import type { Amounts, WorstPlace } from './worst-place.ts';
import { worstMessage, worstReplies } from './worst-replies.ts';
import { worstTemplates } from './worst-templates.ts';

export interface WorstRows {
  readonly things: Things;
  /** Dear ids for `nodes`, the dearest first. */
  readonly dearIds: readonly string[];
}

export async function makeWorstRows(
  { platform, pool }: { readonly platform: AttackerPlatform; readonly pool: pg.Pool },
  amounts: Amounts,
): Promise<WorstRows> {
  const sql: WorstPlace['sql'] = (text, values = []) => pool.query(text, [...values]);
  const first = async (text: string): Promise<string> => (await sql(text, [platform.id])).rows[0].id;
  const place: WorstPlace = {
    platform,
    sql,
    workspace: accepted(await platform.rest('GET', '/workspaces/ref:shop')).data.id,
    apiKey: await first('SELECT id FROM api_keys WHERE platform_id = $1 ORDER BY id LIMIT 1'),
  };
  for (const make of [worstPeople, worstTemplates, worstEvents, worstMessages, worstReplies, worstLists]) {
    const began = performance.now();
    await make(place, amounts);
    process.stdout.write(`${make.name}: ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
  }
  for (let n = 0; n < 3; n += 1) accepted(await platform.rest('POST', '/webhook-secrets'));
  await sql('ANALYZE');
  const of = (table: string, more = '') =>
    first(`SELECT id FROM ${table} WHERE platform_id = $1 ${more} ORDER BY id DESC LIMIT 1`);
  const boxed = `AND type = 'worst.boxes' AND payload <> '{}'`;
  const things: Things = {
    ...nobodys,
    platform: platform.id,
    workspace: place.workspace,
    apiKey: place.apiKey,
    contact: await of('contacts'),
    draft: await of('template_drafts'),
    endpoint: await first('SELECT id FROM webhook_endpoints WHERE platform_id = $1 ORDER BY id LIMIT 1'),
    erasure: await of('erasures'),
    event: await of('events', boxed),
    message: await worstMessage(place),
    file: await of('files'),
    import: await of('imports'),
    picture: await of('pictures'),
    redelivery: await of('webhook_redeliveries'),
    reply: (
      await sql('SELECT reply_id AS id FROM reply_files WHERE workspace_id = $1 ORDER BY reply_id LIMIT 1', [
        place.workspace,
      ])
    ).rows[0].id,
    secret: await of('webhook_secrets'),
    suppression: await of('suppressions'),
    webhook: await of('webhooks'),
  };
  const { rows } = await sql(
    `(SELECT id FROM template_versions WHERE platform_id = $1 ORDER BY content_bytes DESC LIMIT 10)
     UNION ALL (SELECT id FROM events WHERE platform_id = $1 AND type = 'worst.boxes' AND payload <> '{}' ORDER BY id DESC LIMIT 40)`,
    [platform.id],
  );
  return { things, dearIds: rows.map(({ id }) => id) };
}
