/** Queries that cost as much as one request may, in several shapes, and a platform with rows for them. */
import type pg from 'pg';
import { demoFields, demoTemplate } from '../../src/local/demo-template.ts';
import { verifyDomains } from '../attacks/harness/verify-domains.ts';
import { copyMessages } from '../bench/kit/copy-messages.ts';
import { type BenchPlatform, openPlatform } from '../bench/kit/make-platform.ts';
import type { ServiceProcess } from '../bench/kit/start-service.ts';

const references = ['deep-0', 'deep-1', 'deep-2', 'deep-3'];
const eventType = 'order.shipped';
const eventTypePath = `/event-types/${eventType}`;
/** Contacts in each workspace. */
const contacts = 500;
/** Aliases of one document, at most (src/http/graphql/limits/graphql-limits.ts). */
const aliasesMax = 32;
/** Days before today that figures are asked for. */
const days = 90;

/** A platform with `messages` messages that ended, each with three attempts, with contacts and with figures. */
export async function fillPlatform(service: ServiceProcess, pool: pg.Pool, messages: number): Promise<BenchPlatform> {
  const platform = await openPlatform(service);
  const { rest } = platform;
  await rest('PUT', '/sending-domain', { domain: 'deep.test' });
  for (const reference of references) await rest('POST', '/workspaces', { name: reference, reference });
  await rest('PUT', eventTypePath, { fields: demoFields });
  const { subject, fromLocalPart, locale, composition } = demoTemplate;
  await rest('PUT', `${eventTypePath}/template`, { subject, from_local_part: fromLocalPart, locale, composition });
  await verifyDomains(pool);
  for (const reference of references) {
    const people = Array.from({ length: contacts }, (_, n) => ({
      reference: `r${n}`,
      email: `reader-${n}@${reference}.example`,
      tags: Array.from({ length: 10 }, (_none, tag) => `tag ${(n + tag) % 40}`),
      marketing: { state: 'subscribed', at: new Date().toISOString() },
    }));
    await rest('POST', `/workspaces/ref:${reference}/contacts/batch`, { contacts: people });
  }
  await rest('POST', '/workspaces/ref:deep-0/events', {
    type: eventType,
    idempotency_key: 'copied',
    recipient: { email: 'delivered@simulator.test' },
    payload: { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' },
  });
  await copyMessages(pool, { first: 1, count: messages, state: 'delivered', references, days: days / 2 });
  await pool.query(
    `INSERT INTO message_attempts (workspace_id, message_id, number, at, duration_ms, transport, outcome)
     SELECT workspace_id, id, number, created_at, 5, 'smtp', 'temporary'
     FROM messages, generate_series(1, 3) number WHERE platform_id = $1 AND simulation IS NULL`,
    [platform.id],
  );
  await pool.query(
    `INSERT INTO figures (workspace_id, platform_id, day, event_type_id, template_version_id, provider, accepted, fell_back,
       delivered, complained, bounced_hard, bounced_soft, suppressed, failed, expired, erased, opened, delays)
     SELECT m.workspace_id, m.platform_id, current_date - day, m.event_type_id, m.template_version_id, provider, 9, 0, 9, 0, 0, 0,
       0, 0, 0, 0, 0, array_fill(0, ARRAY[23])
     FROM (SELECT DISTINCT workspace_id, platform_id, event_type_id, template_version_id FROM messages WHERE platform_id = $1) m,
       generate_series(1, $2::int) day, unnest(ARRAY['gmail', 'outlook', 'yahoo', 'other']) provider`,
    [platform.id, days],
  );
  await pool.query('ANALYZE');
  return platform;
}

export interface DearQuery {
  readonly name: string;
  readonly body: string;
  /** As the service told. */
  readonly cost: number;
}

/** Each shape as often in one document as the limits of a request allow. */
export async function dearestQueries(platform: BenchPlatform, pool: pg.Pool): Promise<readonly DearQuery[]> {
  const { rows } = await pool.query<{ id: string; recipient: string }>(
    'SELECT id, recipient FROM messages WHERE platform_id = $1 AND simulation IS NULL ORDER BY id LIMIT $2',
    [platform.id, aliasesMax],
  );
  const queries: DearQuery[] = [];
  for (const [name, shape] of Object.entries(shapes(rows))) queries.push(await dearest(platform, name, shape));
  return queries;
}

/** Tries fewer aliases until the service takes the document. */
async function dearest(platform: BenchPlatform, name: string, shape: Shape): Promise<DearQuery> {
  let refusal: unknown;
  for (let count = aliasesMax; count > 0; count -= 1) {
    const fields = Array.from({ length: count }, (_, n) => `a${n}: ${shape(n)}`).join(' ');
    const hasDraft = fields.includes('$draft');
    const query = `query ${hasDraft ? '($draft: TemplateSaveInput!) ' : ''}{ ${fields} }`;
    const variables = hasDraft ? { draft } : {};
    const answer = (await platform.graphql(query, variables).catch((error) => ({ errors: String(error) }))) as Answered;
    if (answer.errors === undefined) {
      return { name, body: JSON.stringify({ query, variables }), cost: answer.extensions.cost.requested };
    }
    refusal = answer.errors;
  }
  throw new Error(`${name} was rejected: ${JSON.stringify(refusal).slice(0, 1_000)}`);
}

interface Answered {
  readonly errors?: unknown;
  readonly extensions: { readonly cost: { readonly requested: number } };
}

const draft = {
  subject: 'Dear',
  fromLocalPart: 'x',
  locale: 'en',
  acceptOutdated: true,
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      blocks: Array.from({ length: 300 }, (_, n) => ({
        id: `b${n}`,
        type: 'text',
        attrs: { text: `${n} {{ event.order_number }} `.repeat(30) },
      })),
    },
  },
};

const dayBefore = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

type Shape = (alias: number) => string;

function shapes(
  messages: readonly { readonly id: string; readonly recipient: string }[],
): Readonly<Record<string, Shape>> {
  const message = (n: number) => messages[n % messages.length] ?? { id: '', recipient: '' };
  const workspace = (n: number) => `workspace: "ref:${references[n % references.length]}"`;
  return {
    'lists in lists': (n) =>
      `contacts(${workspace(n)}, first: 50) { nodes { id email tags { id name } workspace { id name }
         consentChanges(first: 10) { nodes { at state source } } } }`,
    'a search of all workspaces': (n) =>
      `messages(filter: { recipient: "${message(n).recipient}" }, first: 50) { totalCount nodes { id recipient state } }`,
    timelines: (n) =>
      `messages(${workspace(n)}, first: 50) { nodes { id timeline { at cursor } waitingFor { __typename } event { id payload } } }`,
    figures: (n) =>
      `figures(from: "${dayBefore(days)}", to: "${dayBefore(n % 10)}", groupBy: [day, provider]) { groupCount
         total { accepted delivered } groups(first: 400) { day provider figures { accepted delivered opened } } }`,
    person: (n) =>
      `person(email: "${message(n).recipient}") { contacts(first: 10) { nodes { id } } messages(first: 10) { nodes { id timeline { at } } }
         suppressions(first: 10) { nodes { id } } }`,
    messageExplain: (n) => `messageExplain(id: "${message(n).id}") { cause summary steps { rule verdict fact at } }`,
    templateCheck: () => `templateCheck(eventType: "${eventType}", draft: $draft) { fallingBack payloads }`,
  };
}
