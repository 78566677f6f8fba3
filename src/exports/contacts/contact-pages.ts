import type { ContactStatus } from '../../../prisma/generated/client.ts';
import type { Attributes } from '../../contacts/attribute-values.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import type { ContactTopics } from '../../topics/contact-topics.ts';
import { pageChars, pageRows } from '../export-limits.ts';

export interface ExportedContact {
  readonly id: string;
  readonly reference: string | null;
  readonly email: string;
  readonly status: ContactStatus;
  readonly locale: string | null;
  readonly marketing_at: Date | null;
  /** The latest time at which the person left. */
  readonly opted_out_at: Date | null;
  readonly pixel_consent_at: Date | null;
  readonly attributes: Attributes;
  readonly topics: ContactTopics | null;
  readonly tags: readonly string[];
}

type ContactRow = Omit<ExportedContact, 'tags'>;

/** A page ends with the row that fills it: long attributes make it shorter. */
const pageOfContacts = `
  SELECT id, reference, email, status, locale, marketing_at, opted_out_at, pixel_consent_at, attributes, topics
  FROM (
    SELECT *, sum(length(attributes::text)) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) - length(attributes::text) AS before
    FROM (
      SELECT id, reference, email, status, locale, marketing_at, opted_out_at, pixel_consent_at, attributes, topics
      FROM contacts WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3
    ) near
  ) page
  WHERE before < $4 ORDER BY id`;

const tagsOfPage = `
  SELECT ct.contact_id, array_agg(t.name ORDER BY t.name COLLATE "C") AS names
  FROM contact_tags ct JOIN tags t ON t.workspace_id = ct.workspace_id AND t.id = ct.tag_id
  WHERE ct.workspace_id = $1 AND ct.contact_id > $2 AND ct.contact_id <= $3
  GROUP BY ct.contact_id`;

/** The contacts of a workspace with their tags, the oldest first. */
export async function* contactPages(
  client: Queryable,
  workspaceId: string,
): AsyncGenerator<readonly ExportedContact[], void, undefined> {
  let after = '';
  for (let rows = pageRows; ; ) {
    const page = await client.query<ContactRow>(pageOfContacts, [workspaceId, after, rows, pageChars]);
    const last = page.rows.at(-1);
    if (last === undefined) return;
    const tags = await client.query<{ contact_id: string; names: readonly string[] }>(tagsOfPage, [
      workspaceId,
      after,
      last.id,
    ]);
    const names = new Map(tags.rows.map((row) => [row.contact_id, row.names]));
    yield page.rows.map((row) => ({ ...row, tags: names.get(row.id) ?? [] }));
    after = last.id;
    // Rows that were read and did not fit are read again: where they are long, fewer are.
    rows = Math.min(pageRows, page.rows.length * 2);
  }
}
