/** The batched read of emits: all facts that decide them, in one statement. */
import type { App } from '../../context.ts';
import { type Answered, byWorkspace, resultsOf } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { suppressedSql } from '../../suppressions/is-suppressed.ts';
import { isKeyOfSql, keysKeptSince } from '../idempotency/idempotency.ts';
import type { EmitFacts } from './emit-facts.ts';
import type { EmitWork } from './emit-work.ts';
import { placeEmits } from './place-emits.ts';
import { versionWithIdSql } from './row-versions.ts';

/** SQL: whether the API key of an emit, or its platform, is no longer valid. `now` is a parameter. */
export const keyEndedSql = (now: string) => `(i.api_key_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM api_keys a
  WHERE a.platform_id = i.platform_id AND a.id = i.api_key_id AND a.revoked_at IS NULL
    AND a.suspended_at IS NULL
    AND coalesce(a.expires_at > ${now}, true)))`;

const works = rowsOf<EmitWork>(
  {
    platform_id: ['text', ({ platformId }) => platformId],
    workspace_id: ['text', ({ workspace }) => ('id' in workspace ? workspace.id : null)],
    workspace_reference: ['text', ({ workspace }) => ('reference' in workspace ? workspace.reference : null)],
    type: ['text', ({ type }) => type],
    key: ['text', ({ key }) => key],
    erased_key: ['text', ({ erasedKey }) => erasedKey],
    contact_id: ['text', ({ contact }) => (contact && 'id' in contact ? contact.id : null)],
    contact_reference: ['text', ({ contact }) => (contact && 'reference' in contact ? contact.reference : null)],
    address_hash: ['bytea', ({ addressHash }) => addressHash],
    api_key_id: ['text', ({ apiKeyId }) => apiKeyId],
  },
  { ordinality: true },
);

const factsOfEmits = statement({
  name: 'read-emits',
  rows: { i: works },
  values: { keptSince: 'timestamptz', now: 'timestamptz' },
  text: ({ i, keptSince, now }, only) => `
SELECT ${keyEndedSql(now)} AS "keyEnded", w.id AS "workspaceId", w.row_version AS "workspaceVersion", w.status AS "workspaceStatus",
       w.name AS "workspaceName", w.timezone, w.locale AS "workspaceLocale",
       k.body_hash AS "keyBodyHash", k.answer AS "keyAnswer",
       d.id AS "domainId", ${versionWithIdSql('d')} AS "domainVersion", d.domain, d.status AS "domainStatus",
       d.takes_replies AS "takesReplies",
       t.id AS "eventTypeId", t.row_version AS "eventTypeRowVersion", t.current_version AS "eventTypeVersion",
       t.content_days AS "contentDays", t.topic,
       v.id AS "templateVersionId",
       (SELECT p.brand_version FROM platforms p WHERE p.id = i.platform_id) AS "brandVersion",
       t.layout_version AS "layoutVersion",
       c.id AS "contactId", ${versionWithIdSql('c')} AS "contactVersion", c.reference AS "contactReference",
       c.email AS "contactEmail", c.locale AS "contactLocale", c.address_hash AS "contactAddressHash", c.attributes,
       c.status AS "contactStatus", c.topics AS "contactTopics",
       c.pixel_consent_at IS NOT NULL AS "contactPixelConsent",
       ${suppressedSql('i.platform_id', 'w.id', 'coalesce(c.address_hash, i.address_hash)', 't.topic', only)} AS suppressed,
       coalesce(r.recent, '{}') AS recent
FROM ${i}
LEFT JOIN LATERAL (
  SELECT * FROM workspaces
  WHERE platform_id = i.platform_id AND id = i.workspace_id AND deleted_at IS NULL
  UNION ALL
  SELECT * FROM workspaces
  WHERE platform_id = i.platform_id AND reference = i.workspace_reference AND deleted_at IS NULL
) w ON true
LEFT JOIN LATERAL (
  SELECT k.body_hash, k.answer FROM idempotency_keys k
  WHERE k.workspace_id = w.id AND ${only('k.workspace_id')} AND ${isKeyOfSql('k', 'i', keptSince)}
  -- Two count where one expires at this moment: the later emit has replaced it. No index has this order.
  ORDER BY ROW(k.created_at, k.event_id) DESC LIMIT 1
) k ON true
LEFT JOIN sending_domains d ON d.platform_id = i.platform_id
LEFT JOIN event_types t ON t.platform_id = i.platform_id AND t.name = i.type AND t.deleted_at IS NULL
LEFT JOIN template_versions v
  ON v.platform_id = t.platform_id AND v.event_type_id = t.id AND v.version = t.template_version
LEFT JOIN LATERAL (
  SELECT * FROM contacts WHERE workspace_id = w.id AND ${only('workspace_id')} AND id = i.contact_id
  UNION ALL
  SELECT * FROM contacts WHERE workspace_id = w.id AND ${only('workspace_id')} AND reference = i.contact_reference
  UNION ALL
  SELECT * FROM contacts WHERE workspace_id = w.id AND ${only('workspace_id')} AND address_hash = i.address_hash
) c ON true
LEFT JOIN emit_rates r ON r.workspace_id = w.id AND ${only('r.workspace_id')} AND r.address_hash = coalesce(c.address_hash, i.address_hash)
ORDER BY i.position`,
});

/** Reads the facts of each emit, in order. A workspace that its key does not reach is not there. */
export async function readEmits(
  app: App,
  emits: readonly EmitWork[],
  client: Queryable = app.db.pool,
): Promise<readonly EmitFacts[]> {
  return resultsOf(await readEmitsApart(app, emits, client));
}

/** The same; on a cluster what fails for one workspace is a fault of its emits alone. */
export async function readEmitsApart(
  app: App,
  emits: readonly EmitWork[],
  client: Queryable = app.db.pool,
): Promise<readonly Answered<EmitFacts>[]> {
  const now = app.clock.now();
  const placed = app.db.isCluster() ? await placeEmits(client, emits) : emits;
  const workspaceOf = ({ workspace }: EmitWork) => ('id' in workspace ? workspace.id : '');
  const found = await byWorkspace(app.db, placed, workspaceOf, async (some, form) => {
    const { rows } = await client.query<EmitFacts>(form(factsOfEmits)({ i: some, keptSince: keysKeptSince(now), now }));
    return rows;
  });
  return found.map((answer, position) => {
    const { onlyWorkspace = null } = emits[position] ?? {};
    if ('fault' in answer || onlyWorkspace === null || onlyWorkspace === answer.result.workspaceId) return answer;
    return { result: { ...answer.result, workspaceId: null } };
  });
}
