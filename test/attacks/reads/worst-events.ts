/** Events whose payloads are the dearest that an emit takes, in several shapes, to contacts with all attributes. */
import { accepted } from './accepted.ts';
import { contactReference } from './worst-people.ts';
import { type Amounts, newIds, type WorstPlace } from './worst-place.ts';
import { worstFields } from './worst-templates.ts';

/** UTF-8 bytes of a payload, and values of one body (docs/rules.md). */
const payloadBytes = 524_288;
const valuesMax = 100_000;
/** Emits of each shape through the API. */
const emitted = 2;

interface Shape {
  readonly fields: readonly unknown[];
  readonly payload: unknown;
}

const listOf = (fields: readonly unknown[]) => [{ name: 'r', type: 'list', fields }];
const scalars = (type: string) => [{ name: 'r', type: 'list', items: { type } }];
const repeated = (one: unknown, most: number) => {
  const size = Buffer.byteLength(JSON.stringify(one)) + 1;
  return { r: Array.from({ length: Math.min(most, Math.floor((payloadBytes - 20) / size)) }, () => one) };
};
/** Values beside those of the list itself. */
const spare = 40;

export const worstShapes: Readonly<Record<string, Shape>> = {
  boxes: {
    fields: listOf([{ name: 't', type: 'list', items: { type: 'string' } }]),
    payload: repeated({ t: [] }, (valuesMax - spare) / 2),
  },
  signs: { fields: scalars('string'), payload: repeated('😀'.repeat(4_000), valuesMax) },
  escapes: { fields: scalars('string'), payload: repeated('\u0001'.repeat(800), valuesMax) },
  texts: { fields: scalars('string'), payload: repeated('ab', valuesMax - spare) },
  objects: {
    fields: listOf(worstFields.slice(0, 90).map((_, n) => ({ name: `k${n}`, type: 'number' }))),
    payload: repeated(Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`k${n}`, 1])), (valuesMax - spare) / 91),
  },
};

/** Two emits of each shape go through the API; the others are copies of theirs, by SQL. */
export async function worstEvents(place: WorstPlace, { events }: Amounts): Promise<void> {
  const { platform, workspace } = place;
  for (const [name, { fields, payload }] of Object.entries(worstShapes)) {
    const type = `worst.${name}`;
    const blocks = [{ id: 'a', type: 'text', attrs: { text: 'Worst' } }];
    accepted(await platform.template({ type, fields, blocks }));
    for (let n = 0; n < emitted; n += 1) {
      const emit = {
        type,
        idempotency_key: `${name}-${n}`,
        recipient: { contact: `ref:${contactReference(n)}` },
        payload,
      };
      accepted(await platform.rest('POST', `/workspaces/${workspace}/events`, emit));
    }
    await copyEvents(place, type, name === 'boxes' ? events : Math.ceil(events / 5));
  }
}

/** Each copy has an id, a key and a contact of its own. */
async function copyEvents({ platform, workspace, sql }: WorstPlace, type: string, count: number): Promise<void> {
  const given = [platform.id, workspace, type, newIds(count)];
  const copies = `unnest($4::text[]) WITH ORDINALITY t (event, n)
    JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS at FROM events
      WHERE platform_id = $1 AND workspace_id = $2 AND type = $3 ORDER BY id LIMIT ${emitted}) e ON e.at = n % ${emitted}
    JOIN (SELECT id, reference, row_number() OVER (ORDER BY id) - 1 AS at FROM contacts WHERE workspace_id = $2) c
      ON c.at = n % (SELECT count(*) FROM contacts WHERE workspace_id = $2)`;
  const messages = `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state,
      recipient, address_hash, contact_id, contact_reference, template_version_id, locale, timezone, values, due_at,
      expires_at, ended_at, evidence, created_at)
    SELECT $1, $2, t.event, t.event, m.event_type_id, rpad(t.event, 255, 'k'), 'delivered', m.recipient, m.address_hash,
      c.id, c.reference, m.template_version_id, m.locale, m.timezone, m.values, now(), now(), now(), 'exchanger', now()
    FROM ${copies} JOIN messages m ON m.workspace_id = $2 AND m.event_id = e.id`;
  const events = `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version,
      idempotency_key, payload, contact_id, contact_reference, address_hash, created_at)
    SELECT $1, $2, t.event, e.event_type_id, e.type, e.event_type_version, rpad(t.event, 255, 'k'), e.payload, c.id,
      c.reference, e.address_hash, now()
    FROM ${copies}`;
  await sql(`WITH copied AS (${events} RETURNING id) SELECT count(*) FROM copied`, given);
  await sql(messages, given);
}
