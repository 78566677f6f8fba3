/** Event types with a hundred fields each, a template of 2 MiB in 50 versions and 50 drafts, and 100 languages. */
import { accepted } from './accepted.ts';
import { type Amounts, newIds, type WorstPlace } from './worst-place.ts';

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));

/** Languages of the big template, and of each summary in the list of languages. */
const languages = 20;
const summaries = 100;
/** Bytes of one template as JSON, a little below 2 MiB with its names. */
const contentBytes = 2_050_000;
/** Blocks of a template, and those of them that are HTML of up to 100,000 characters. */
const blocksMax = 500;
const htmlBlocks = 20;
const locale = (n: number) => `de-x-a${n}`;

/** A hundred fields with fallbacks of 1,000 characters of three bytes. */
export const worstFields = many(100, (n) => ({
  name: `f${n}_`.padEnd(64, 'x'),
  type: 'string',
  fallback: '漢'.repeat(1_000),
}));

/** 500 blocks, each translated into 20 languages with its source: 20,000 texts and half as many more. */
function content(seed: string) {
  const text = (n: number, of: string) => `${seed} ${of} ${n} `.padEnd(80, '漢');
  const blocks = many(blocksMax - htmlBlocks, (n) => ({
    id: `${seed}${n}`,
    type: 'text',
    attrs: { text: text(n, 'en') },
  }));
  const translations = Object.fromEntries(
    many(languages, (l) => [
      locale(l),
      Object.fromEntries(
        many(200, (n) => [`${seed}${n}.text`, { text: text(n, locale(l)), source: text(n, 'en') }] as const),
      ),
    ]),
  );
  const size = () => Buffer.byteLength(JSON.stringify({ blocks, translations }));
  const html = Array.from({ length: htmlBlocks }, (_, n) => ({
    id: `${seed}html${n}`,
    type: 'html',
    attrs: { html: `<p>${'x'.repeat((contentBytes - size()) / htmlBlocks - 100)}</p>` },
  }));
  return {
    composition: { editorVersion: 3, target: 'email', document: { blocks: [...blocks, ...html] } },
    translations,
  };
}

export async function worstTemplates(
  { platform, sql, apiKey }: WorstPlace,
  { eventTypes, versions }: Amounts,
): Promise<void> {
  const save = async (type: string, body: Readonly<Record<string, unknown>>) => {
    const given = { subject: 'Worst', from_local_part: 'w', locale: 'en', accept_outdated: true, ...body };
    accepted(await platform.rest('PUT', `/event-types/${type}/template`, given));
  };
  accepted(await platform.rest('PUT', '/event-types/worst.big', { fields: worstFields }));
  await save('worst.big', content('b'));
  await save('worst.big', content('a'));
  // Both contents in turn, so that two versions next to each other differ in every text and block.
  const { rows } = await sql(
    `SELECT event_type_id AS id FROM template_versions WHERE platform_id = $1 ORDER BY content_bytes DESC LIMIT 1`,
    [platform.id],
  );
  const type = rows[0].id;
  await sql(
    `INSERT INTO template_versions (platform_id, id, event_type_id, version, subject, from_local_part, display_name,
       reply_to, locale, composition, translations, content_bytes, variables, languages, saved_by_key, note, created_at)
     SELECT platform_id, t.id, event_type_id, 2 + t.n, repeat('x', 998), from_local_part, repeat('ä', 255),
       repeat('x', 320), locale, composition, translations, content_bytes, variables, languages, $3, repeat('ä', 500), now()
     FROM unnest($4::text[]) WITH ORDINALITY t (id, n)
     JOIN template_versions v ON v.platform_id = $1 AND v.event_type_id = $2 AND v.version = 1 + t.n % 2`,
    [platform.id, type, apiKey, newIds(versions)],
  );
  await sql('UPDATE event_types SET template_version = $3 WHERE platform_id = $1 AND id = $2', [
    platform.id,
    type,
    versions + 2,
  ]);
  await sql(
    `INSERT INTO template_drafts (platform_id, id, event_type_id, name, revision, base_version, subject, from_local_part,
       display_name, locale, composition, translations, content_bytes, saved_by_key, created_at, updated_at)
     SELECT platform_id, t.id, event_type_id, repeat('ä', 128), 1, 1, repeat('x', 998), from_local_part,
       repeat('ä', 255), locale, composition, translations, content_bytes, $3, now(), now()
     FROM unnest($4::text[]) t (id)
     JOIN template_versions v ON v.platform_id = $1 AND v.event_type_id = $2 AND v.version = 2`,
    [platform.id, type, apiKey, newIds(50)],
  );
  await manyTypes({ sql, platformId: platform.id, eventTypes });
}

/** By SQL: a thousand saves of the same kind. Names come before `worst.`, so that lists begin with these types. */
async function manyTypes({
  sql,
  platformId,
  eventTypes,
}: Pick<WorstPlace, 'sql'> & { readonly platformId: string; readonly eventTypes: number }): Promise<void> {
  const ids = newIds(eventTypes);
  await sql(
    `INSERT INTO event_types (platform_id, id, name, current_version, template_version, created_at, updated_at)
     SELECT $1, id, rpad('a.' || n || '.', 128, 'x'), 1, 1, now(), now() FROM unnest($2::text[]) WITH ORDINALITY t (id, n)`,
    [platformId, ids],
  );
  const stored = worstFields.map((field) => ({ ...field, required: false }));
  await sql(
    `INSERT INTO event_type_versions (platform_id, event_type_id, version, fields, created_at)
     SELECT $1, id, 1, $3::jsonb, now() FROM unnest($2::text[]) t (id)`,
    [platformId, ids, JSON.stringify(stored)],
  );
  const summary = (from: number) =>
    JSON.stringify(
      many(summaries, (n) => ({ locale: locale(from + n), texts: 500, translated: 100, missing: 400, outdated: 50 })),
    );
  await sql(
    `INSERT INTO template_versions (platform_id, id, event_type_id, version, subject, from_local_part, locale,
       composition, translations, content_bytes, variables, languages, created_at)
     SELECT $1, 'V' || substr(id, 2), id, 1, repeat('x', 998), 'w', 'en',
       '{"editorVersion": 3, "target": "email", "document": {"blocks": []}}', '{}', 100,
       '{"event": [], "contact": [], "system": []}', CASE WHEN n % 2 = 0 THEN $3::jsonb ELSE $4::jsonb END, now()
     FROM unnest($2::text[]) WITH ORDINALITY t (id, n)`,
    [platformId, ids, summary(0), summary(summaries)],
  );
}
