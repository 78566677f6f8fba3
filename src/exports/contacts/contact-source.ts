import { loadDefinitions, loadTopicKeys } from '../../contacts/load-contacts.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import type { ExportOrder } from '../export-order.ts';
import type { ExportSource } from '../export-source.ts';
import { linesOf } from '../lines-of.ts';
import { contactCsv, contactJson } from './contact-line.ts';
import { contactPages, type ExportedContact } from './contact-pages.ts';

export async function openContactSource(client: Queryable, order: ExportOrder): Promise<ExportSource> {
  const { platformId, workspaceId, format } = order;
  const topics = await loadTopicKeys(client, platformId);
  if (format === 'ndjson') {
    return { head: '', pages: textPages(client, workspaceId, (contact) => contactJson(contact, topics)) };
  }
  const { head, lineOf } = contactCsv(await loadDefinitions(client, platformId), topics);
  return { head, pages: textPages(client, workspaceId, lineOf) };
}

async function* textPages(
  client: Queryable,
  workspaceId: string,
  lineOf: (contact: ExportedContact) => string,
): AsyncGenerator<string, void, undefined> {
  for await (const contacts of contactPages(client, workspaceId)) yield linesOf(contacts, lineOf);
}
