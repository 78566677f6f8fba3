/**
 * Where each table lives on several machines (docs/rules.md#place-of-a-table): on every one of them, divided by a column,
 * or on the coordinator alone. One database has all of them, and this file changes nothing there.
 */

export type Placement =
  /** A copy on every machine; each write goes to all. For what every statement reads and mail does not make grow. */
  | { readonly kind: 'reference'; readonly why: string }
  /** Rows with one value of the column live together, on one machine, and with those of the other tables. */
  | { readonly kind: 'distributed'; readonly by: 'workspace_id' | 'scope_id'; readonly why: string }
  /** On the coordinator. */
  | {
      readonly kind: 'local';
      readonly why: string;
      /** What it takes to divide a table that grows with mail and cannot be divided as it is; null: it may stay. */
      readonly until: string | null;
      /** Whether its rows are written beside those of workspaces, and all are kept or none (two-phases.ts). */
      readonly beside: boolean;
    };

const reference = (why: string): Placement => ({ kind: 'reference', why });
const distributed = (why: string): Placement => ({ kind: 'distributed', by: 'workspace_id', why });
const local = (why: string): Placement => ({ kind: 'local', why, until: null, beside: false });
const undivided = (why: string, until: string): Placement => ({ kind: 'local', why, until, beside: true });

export const placements: Readonly<Record<string, Placement>> = {
  platforms: reference('each request asks whose it is'),
  workspaces: reference('grows with customers, not with mail; foreign keys of every workspace lead to it'),
  brand_versions: reference('each mail of a platform shows its brand'),
  layouts: reference('templates of a platform share them'),
  layout_versions: reference('each mail whose template names a layout is rendered with one'),
  api_keys: reference('each emit reads the row of its key'),
  event_types: reference('each emit reads its type'),
  event_type_versions: reference('each emit is checked by the fields of its type'),
  template_versions: reference('each mail is rendered from one'),
  template_drafts: reference('few, and read with the versions and keys that they name'),
  attribute_definitions: reference('each contact is checked by them'),
  sending_domains: reference('each mail is signed with the key of one'),
  sending_domain_records: reference('read with their domain'),
  webhook_endpoints: reference('each outcome asks which endpoints hear of it'),
  topics: reference('mail of a platform is judged by them'),
  webhook_secrets: reference('each webhook is signed with them'),
  webhook_redeliveries: reference('few, and stepped with the webhooks of their endpoint'),
  files: reference('an emit of any workspace may name one'),
  file_contents: reference('the attachments of every workspace lead to them by a foreign key'),
  platform_blocks: reference('each emit and each claim asks what is blocked on its whole platform'),
  live_watches: reference('each change of a state asks whether somebody follows it'),

  contacts: distributed('grows with the customers of a workspace'),
  tags: distributed('with the contacts that have them'),
  contact_tags: distributed('with its contact'),
  consent_changes: distributed('with its contact'),
  workspace_topics: distributed('read with the contacts of its workspace'),
  events: distributed('one for each emit'),
  messages: distributed('one for each mail'),
  idempotency_keys: distributed('one for each emit'),
  emit_rates: distributed('one for each address that was mailed'),
  attachments: distributed('with their message'),
  message_attempts: distributed('with their message'),
  message_reports: distributed('with their message'),
  message_opens: distributed('with their message'),
  message_replies: distributed('with their message'),
  reply_files: distributed('with their answer'),
  message_resends: distributed('with their message'),
  workspace_health: distributed('changed by the outcomes of its workspace'),
  health_changes: distributed('with the health of their workspace'),
  health_hours: distributed('counted by the outcomes of their workspace'),
  sending_days: distributed('counted by the attempts of their workspace'),
  mailbox_fault_days: distributed('noted by the outcomes of their workspace'),
  suppressions: {
    kind: 'distributed',
    by: 'scope_id',
    why: 'grows with the bounces of a workspace; one of a whole platform has the id of the platform, and one shard',
  },
  suppression_lifts: distributed('with the addresses of their workspace'),
  erasures: distributed('a person is erased in one workspace'),
  erased_addresses: distributed('asked by the emits and contacts of their workspace'),
  former_addresses: distributed('with the contacts of their workspace'),
  figures: distributed('counted by day; the sums of whole platforms have the workspace of nobody, and one shard'),
  figure_changes: distributed('written beside each emit and outcome'),
  imports: distributed('written in one transaction with the contacts that it brings'),
  import_chunks: distributed('with their import'),
  import_faults: distributed('with their import'),

  console_sessions: local('of people who operate'),
  deployment: local('one row, which a start compares with itself'),
  exchanger_paces: local('of providers, whoever the mail is from'),
  pictures: local('read by the address of a picture, with a copy in the memory of each process'),
  picture_contents: local('with their picture'),
  picture_removals: local('with their picture, and looked for by time over all platforms'),
  request_budgets: local(
    'a process takes tokens in blocks; a copy on every machine would make each block a write to all',
  ),
  retention_marks: local('one row for each purge'),
  template_tests: local('the test mails of the last hour'),

  webhooks: undivided(
    'its key is the platform, and a webhook about a workspace does not have to name one',
    'a workspace in every row and in the key; those about a platform alone take the id of the platform',
  ),
  pending_webhooks: undivided(
    'has no workspace; written with its webhook',
    'the workspace of its webhook in every row and in the key',
  ),
  refused_emits: undivided(
    'its key is the platform; an emit for a workspace that is not there names none',
    'a workspace in every row and in the key; those without one take the id of the platform',
  ),
  audit_entries: undivided(
    'its key is the id alone, and it has no workspace',
    'the workspace of what was changed, else the id of the platform, in every row and in the key',
  ),
  live_changes: {
    kind: 'local',
    why: 'has no workspace, and a sequence counts its rows',
    until:
      'the workspace of what changed in every row and in the key, and an id that begins with its time in place of the sequence',
    // A crash empties it.
    beside: false,
  },
};

/** Tables of one kind, in the order of the list. */
export function placed(kind: Placement['kind']): readonly string[] {
  return Object.keys(placements).filter((table) => placements[table]?.kind === kind);
}
