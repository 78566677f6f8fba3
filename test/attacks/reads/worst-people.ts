/** Contacts with all attributes at their limits, 200 tags each, and a workspace of 10,000 tags. */
import { accepted } from './accepted.ts';
import { type Amounts, newIds, type WorstPlace } from './worst-place.ts';

/** Definitions of a platform, and bytes of the attributes of one contact (docs/rules.md). */
const definitions = 1_000;
const attributeBytes = 65_536;
const contacts = 60;
const tagsOfContact = 200;

export const contactReference = (n: number) => `worst-${n}`.padEnd(128, 'x');

export async function worstPeople({ platform, workspace, sql }: WorstPlace, { tags }: Amounts): Promise<void> {
  const keys = Array.from({ length: definitions }, (_, n) => `${n}`.padStart(4, 'k'));
  // By SQL: a thousand calls of the same kind. Keys and names of these lengths are legal.
  await sql(
    `INSERT INTO attribute_definitions (platform_id, key, name, type, created_at)
     SELECT $1, key, repeat('ä', 128), 'string', now() FROM unnest($2::text[]) key`,
    [platform.id, keys],
  );
  // One character of four bytes for each key, and the rest in one value of signs that JSON escapes.
  const attributes: Record<string, string> = Object.fromEntries(keys.map((key) => [key, '😀']));
  const left = attributeBytes - Buffer.byteLength(JSON.stringify(attributes));
  attributes[keys[0] ?? ''] = `😀${'"'.repeat(Math.floor(left / 2))}`;
  const many = Array.from({ length: contacts }, (_, n) => ({
    reference: contactReference(n),
    email: `worst-${n}@${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`,
    locale: 'de-DE',
    attributes,
    marketing: { state: 'subscribed', at: '2026-01-01T00:00:00Z' },
    pixel_consent_at: '2026-01-01T00:00:00Z',
  }));
  for (let from = 0; from < contacts; from += 30) {
    const body = accepted(
      await platform.rest('POST', `/workspaces/${workspace}/contacts/batch`, { contacts: many.slice(from, from + 30) }),
    );
    const refused = body.data.find(({ result }: { readonly result: string }) => result === 'refused');
    if (refused) throw new Error(`A contact was refused: ${JSON.stringify(refused).slice(0, 300)}`);
  }
  const ids = newIds(tags);
  await sql(
    `INSERT INTO tags (platform_id, workspace_id, id, key, name, folded_name)
     SELECT $1, $2, id, rpad('tag-' || n, 64, 'x'), rpad('tag-' || n, 64, 'x'), rpad('tag-' || n, 64, 'x')
     FROM unnest($3::text[]) WITH ORDINALITY t (id, n)`,
    [platform.id, workspace, ids],
  );
  await sql(
    `INSERT INTO contact_tags (workspace_id, contact_id, tag_id)
     SELECT $1, c.id, ($2::text[])[1 + (c.n * 37 + t * 41) % $3]
     FROM (SELECT id, row_number() OVER (ORDER BY id) n FROM contacts WHERE workspace_id = $1) c,
          generate_series(1, ${tagsOfContact}) t
     ON CONFLICT DO NOTHING`,
    [workspace, ids, tags],
  );
  await sql(
    `INSERT INTO consent_changes (workspace_id, id, contact_id, state, at, source, replaced_state, created_at)
     SELECT $1, lpad(n::text, 4, '0') || right(c.id, 22), c.id, 'subscribed', now(), 'api', 'pending', now()
     FROM contacts c, generate_series(1, 100) n WHERE c.workspace_id = $1`,
    [workspace],
  );
}
