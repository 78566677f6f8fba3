/**
 * Long lists of long rows: workspaces with messages, figures, suppressions, audit entries, refused emits, files, pictures,
 * faults of imports, topics. By SQL.
 */
import { faultsKept } from '../../../src/imports/import-limits.ts';
import { type Amounts, anyHash, newIds, type WorstPlace } from './worst-place.ts';

const rows = 3_000;
/** Three bytes each. */
const long = (count: number) => `repeat('漢', ${count})`;

export async function worstLists(place: WorstPlace, { workspaces }: Amounts): Promise<void> {
  const { platform, workspace, apiKey, sql } = place;
  const given = [platform.id, workspace, newIds(rows)];
  const each = `unnest($3::text[]) WITH ORDINALITY t (id, n)`;
  await sql(
    `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, note, api_key_id, created_at)
     SELECT $1, t.id, $2, 'gone-' || n || '@example.com', sha256(convert_to(t.id, 'UTF8')), 'manual', 'all', ${long(1_000)}, $4, now()
     FROM ${each}`,
    [...given, apiKey],
  );
  await sql(
    `INSERT INTO suppression_lifts (platform_id, workspace_id, id, address_hash, reason, platform_wide, suppressed_at, note,
       api_key_id, created_at)
     SELECT $1, $2, t.id, sha256(convert_to(t.id, 'UTF8')), 'manual', true, now(), ${long(1_000)}, $4, now() FROM ${each}`,
    [...given, apiKey],
  );
  await sql(
    `INSERT INTO audit_entries (id, platform_id, api_key_id, operation, object_type, object_id, request_id, error, created_at)
     SELECT t.id, $1, $4, 'attributeDefinitionUpdate', 'AttributeDefinition', rpad(t.id, 128, 'x'), gen_random_uuid(),
       'identity_not_sendable', now() FROM ${each} WHERE $2::text <> ''`,
    [...given, apiKey],
  );
  await sql(
    `INSERT INTO refused_emits (platform_id, id, request_id, api_key_id, workspace_id, event_type, address_hash,
       idempotency_key, code, field_paths, fault_words, times, first_at, created_at)
     SELECT $1, t.id, gen_random_uuid(), $4, $2, repeat('x', 128), sha256(convert_to(t.id, 'UTF8')),
       repeat('x', 255), 'validation_failed',
       ARRAY(SELECT 'payload.' || repeat('x', 290) || p FROM generate_series(1, 10) p),
       ARRAY(SELECT ${long(200)} FROM generate_series(1, 10)), 1, now(), now() FROM ${each}`,
    [...given, apiKey],
  );
  await sql(
    `INSERT INTO api_keys (platform_id, id, name, token_hash, workspace_id, created_at)
     SELECT $1, t.id, ${long(128)}, sha256(convert_to(t.id, 'UTF8')), $2, now() FROM ${each} WHERE n <= 1000`,
    given,
  );
  await sql(
    `INSERT INTO erasures (platform_id, workspace_id, id, address_hashes, contact_ids, requested_at, finished_at)
     SELECT $1, $2, t.id, '{}', '{}', now(), now() FROM ${each} WHERE n <= 100`,
    given,
  );
  await manyFiles(place);
  await manyWords(place);
  await manyLayouts(place);
  await manyWorkspaces(place, workspaces);
  await manyFigures(place);
}

/** Files and pictures with the longest names, and an import with as many faults as are kept. */
async function manyFiles({ platform, workspace, apiKey, sql }: WorstPlace): Promise<void> {
  const given = [platform.id, newIds(500)];
  const each = `unnest($2::text[]) WITH ORDINALITY t (id, n)`;
  const hash = `sha256(convert_to(t.id, 'UTF8'))`;
  await sql(
    `INSERT INTO file_contents (platform_id, hash, content, bytes, keep_until)
     SELECT $1, ${hash}, '', 0, now() + interval '30 days' FROM ${each}`,
    given,
  );
  await sql(
    `INSERT INTO files (platform_id, id, filename, media_type, bytes, hash, created_at, expires_at)
     SELECT $1, t.id, ${long(80)}, 'application/pdf', 0, ${hash}, now(), now() + interval '30 days' FROM ${each}`,
    given,
  );
  await sql(
    `INSERT INTO pictures (platform_id, id, address, media_type, width, height, bytes, created_at)
     SELECT $1, t.id, ${hash}, 'image/png', 8000, 8000, 0, now() FROM ${each}`,
    given,
  );
  await sql(
    `INSERT INTO imports (platform_id, workspace_id, id, kind, state, api_key_id, skip_unknown_columns, refused, created_at,
       changed_at, finished_at)
     SELECT $1, $3, t.id, 'contacts', 'finished', $4, false, ${faultsKept}, now(), now(), now() FROM ${each}`,
    [...given, workspace, apiKey],
  );
  await sql(
    `INSERT INTO import_faults (workspace_id, import_id, line, code, fields)
     SELECT $2, (SELECT max(id) FROM imports WHERE platform_id = $1), n, 'validation_failed',
       (SELECT jsonb_object_agg('attributes.' || p, '["is not a field that there is"]'::jsonb) FROM generate_series(1, 20) p)
     FROM generate_series(1, ${faultsKept}) n`,
    [platform.id, workspace],
  );
}

/** As many layouts as there may be, each as large as it may be; no template uses them. */
async function manyLayouts({ platform, sql }: WorstPlace): Promise<void> {
  const texts = Array.from({ length: 8 }, (_, n) => ({
    id: `t${n}`,
    type: 'text',
    attrs: { text: 'x'.repeat(16_000) },
  }));
  const content = JSON.stringify({ locale: 'en', header: [], footer: texts, translations: {} });
  const names = ['full', ...Array.from({ length: 19 }, (_, n) => `full-${n}`)];
  await sql(
    'INSERT INTO layouts (platform_id, name, version, created_at) SELECT $1, name, 1, now() FROM unnest($2::text[]) name',
    [platform.id, names],
  );
  await sql(
    `INSERT INTO layout_versions (platform_id, layout, version, content, variables, created_at)
     SELECT $1, name, 1, $3, '{}', now() FROM unnest($2::text[]) name`,
    [platform.id, names, content],
  );
}

/** Topics with words in fifty languages, of the platform and of a workspace */
async function manyWords({ platform, workspace, sql }: WorstPlace): Promise<void> {
  const words = `(SELECT jsonb_agg(jsonb_build_object('locale', 'l' || l, 'name', ${long(128)}, 'description', ${long(500)}))
    FROM generate_series(1, 50) l)`;
  await sql(
    `INSERT INTO topics (platform_id, key, name, description, translations, created_at, updated_at)
     SELECT $1, 'worst_' || n, ${long(128)}, ${long(500)}, ${words}, now(), now() FROM generate_series(0, 49) n`,
    [platform.id],
  );
  await sql(
    `INSERT INTO workspace_topics (platform_id, workspace_id, key, name, description, translations, updated_at)
     SELECT platform_id, $2, key, name, description, translations, now() FROM topics WHERE platform_id = $1`,
    [platform.id, workspace],
  );
}

/** Each with an event, a message and a hundred changes of its health, under the longest names. */
async function manyWorkspaces({ platform, sql }: WorstPlace, count: number): Promise<void> {
  const given = [platform.id, newIds(count)];
  const each = `unnest($2::text[]) WITH ORDINALITY t (id, n)`;
  await sql(
    `INSERT INTO workspaces (platform_id, id, reference, name, timezone, locale, created_at, updated_at, deleted_at)
     SELECT $1, t.id, rpad('w' || n, 128, 'x'), ${long(128)}, 'America/Argentina/ComodRivadavia', 'en', now(), now(),
       CASE WHEN n % 20 = 0 THEN now() END FROM ${each}`,
    given,
  );
  await sql(
    `INSERT INTO workspace_health (platform_id, workspace_id, since, counts_since) SELECT $1, t.id, now(), now() FROM ${each}`,
    given,
  );
  await sql(
    `INSERT INTO health_changes (platform_id, workspace_id, id, from_state, to_state, reason, at)
     SELECT $1, t.id, lpad(c::text, 26, '0'), 'ramping', 'established', 'volume_reached', now()
     FROM ${each}, generate_series(1, 100) c WHERE n > $3`,
    [...given, Math.max(0, count - 400)],
  );
  await sql(
    `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
       address_hash, created_at)
     SELECT $1, t.id, t.id, y.id, y.name, 1, rpad(t.id, 255, 'k'), '{}', $3, now()
     FROM ${each}, (SELECT id, name FROM event_types WHERE platform_id = $1 AND name = 'worst.big') y`,
    [...given, anyHash('x')],
  );
  await sql(
    `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, address_hash,
       template_version_id, locale, timezone, due_at, expires_at, ended_at, created_at)
     SELECT $1, t.id, t.id, t.id, v.event_type_id, rpad(t.id, 255, 'k'), 'delivered', $3, v.id, 'en', 'UTC', now(), now(),
       now(), now()
     FROM ${each}, (SELECT v.id, v.event_type_id FROM template_versions v
       JOIN event_types y ON y.platform_id = v.platform_id AND y.id = v.event_type_id
       WHERE v.platform_id = $1 AND y.name = 'worst.big' ORDER BY v.version DESC LIMIT 1) v`,
    [...given, anyHash('x')],
  );
}

/** As many rows as one report adds up: 400 days, 13 providers, 19 versions. */
async function manyFigures({ platform, workspace, sql }: WorstPlace): Promise<void> {
  const providers = `ARRAY['comcast','gmail','gmx','icloud','mail_ru','netease','orange','other','outlook','proton','qq','yahoo','yandex']`;
  await sql(
    `INSERT INTO figures (workspace_id, platform_id, day, event_type_id, template_version_id, provider, accepted, fell_back,
       delivered, complained, bounced_hard, bounced_soft, suppressed, failed, expired, erased, opened, delays)
     SELECT scope, $1, current_date - d, v.event_type_id, v.id, p, 10, 1, 5, 1, 1, 1, 1, 1, 1, 1, 1, array_fill(1, ARRAY[23])
     FROM unnest(ARRAY['', $2]) scope, generate_series(0, 398) d, unnest(${providers}) p,
       (SELECT id, event_type_id FROM template_versions WHERE platform_id = $1 ORDER BY content_bytes DESC LIMIT 19) v`,
    [platform.id, workspace],
  );
}
