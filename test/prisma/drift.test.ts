/** The migrations make what schema.prisma says, and beyond it only what is listed here. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diffScript } from '../../prisma/diff-script.ts';
import { openClient } from '../support/open-client.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { type Catalogue, readCatalogue } from './read-catalogue.ts';

/** Written by hand at the end of migrations, because Prisma cannot express it. */
const byHand = [
  'constraint contacts.contacts_marketing_check',
  'constraint idempotency_keys_default.idempotency_keys_default_day_check',
  'extension btree_gin',
  'extension pg_trgm',
  'function address_windows(text,text)',
  'function end_met_keys()',
  'function keep_platform_block()',
  'function metadata_keys(bigint,text,jsonb)',
  'function next_row_version()',
  'function scope_suppression()',
  'function short_parts(text)',
  'index attachments_file_idx',
  'index consent_changes_own_idx',
  'index contacts_windows_idx',
  'index erasures_open_idx',
  'index erasures_unfinished_idx',
  'index event_types_live_name_key',
  'index events_address_key_idx',
  'index events_contact_id_idx',
  'index events_content_days_idx',
  'index events_copy_of_idx',
  'index events_metadata_idx',
  'index figures_totals_idx',
  'index figures_types_idx',
  'index figures_versions_idx',
  'index figures_workspaces_idx',
  'index imports_open_idx',
  'index imports_platform_open_idx',
  'index live_changes_new_idx',
  'index messages_content_days_idx',
  'index messages_copies_idx',
  'index messages_due_idx',
  'index messages_event_id_idx',
  'index messages_expiry_idx',
  'index messages_later_address_idx',
  'index messages_lease_idx',
  'index messages_open_type_idx',
  'index messages_rare_state_idx',
  'index messages_report_idx',
  'index messages_scheduled_due_idx',
  'index messages_scheduled_type_idx',
  'index messages_scheduled_workspace_idx',
  'index messages_sent_later_idx',
  'index messages_simulated_idx',
  'index messages_suspect_idx',
  'index messages_waiting_idx',
  'index platforms_name_idx',
  'index sending_days_new_idx',
  'index suppressions_address_idx',
  'index suppressions_by_hand_idx',
  'index suppressions_platform_key',
  'index suppressions_windows_idx',
  'index suppressions_workspace_key',
  'index webhook_endpoints_live_idx',
  'index webhook_redeliveries_one_idx',
  'index webhook_redeliveries_open_idx',
  'index webhooks_contact_idx',
  'index webhooks_failed_idx',
  'index webhooks_rare_type_idx',
  'index workspaces_deleted_idx',
  'index workspaces_live_idx',
  'index workspaces_live_reference_key',
  'table audit_entries_default',
  'table events_default',
  'table idempotency_keys_default',
  'table message_attempts_default',
  'table message_opens_default',
  'table message_reports_default',
  'table messages_default',
  'table webhooks_default',
  'trigger contacts.contacts_row_version',
  'trigger event_types.event_types_row_version',
  'trigger sending_domains.sending_domains_row_version',
  'trigger suppressions.suppressions_lifted',
  'trigger suppressions.suppressions_scope',
  'trigger suppressions.suppressions_wide',
  'trigger workspaces.workspaces_row_version',
];
/** Tables with partitions, which Prisma takes for others. */
const partitioned = [
  'table audit_entries',
  'table events',
  'table idempotency_keys',
  'table message_attempts',
  'table message_opens',
  'table message_reports',
  'table messages',
  'table webhooks',
];
/** Relations of schema.prisma that the database does not check (docs/partitions.md). */
const withoutForeignKey = [
  'constraint attachments.attachments_workspace_id_message_id_fkey',
  'constraint events.events_platform_id_event_type_id_fkey',
  'constraint events.events_platform_id_workspace_id_fkey',
  'constraint idempotency_keys.idempotency_keys_platform_id_workspace_id_fkey',
  'constraint message_attempts.message_attempts_workspace_id_message_id_fkey',
  'constraint message_opens.message_opens_workspace_id_message_id_fkey',
  'constraint message_reports.message_reports_workspace_id_message_id_fkey',
  'constraint messages.messages_workspace_id_event_id_fkey',
  'constraint pending_webhooks.pending_webhooks_platform_id_id_fkey',
  'constraint webhooks.webhooks_platform_id_endpoint_id_fkey',
];
/** What schema.prisma takes for unique, and the database for found by another index (docs/partitions.md). */
const withoutKey = ['index messages_event_id_workspace_id_key'];
/** Tables with storage settings, which Prisma cannot express either. */
const tunedByHand = [
  'table consent_changes',
  'table contact_tags',
  'table contacts',
  'table emit_rates',
  'table events_default',
  'table figure_changes',
  'table figures',
  'table health_hours',
  'table idempotency_keys_default',
  'table message_attempts_default',
  'table message_opens_default',
  'table message_reports_default',
  'table messages_default',
  'table pending_webhooks',
  'table refused_emits',
  'table request_budgets',
  'table sending_days',
  'table suppressions',
  'table webhooks_default',
];

let migrated: TestDatabase;
let described: TestDatabase;
let fromMigrations: Catalogue;
let fromSchema: Catalogue;

beforeAll(async () => {
  [migrated, described] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
  const schema = await readFile(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  const client = await openClient(described.url);
  await client.query(await diffScript(described.url, null, schema));
  await client.end();
  [fromMigrations, fromSchema] = await Promise.all([readCatalogue(migrated), readCatalogue(described)]);
});
afterAll(() => Promise.all([migrated.drop(), described.drop()]));

test('everything in schema.prisma is in the migrations, exactly', () => {
  expect(fromSchema.size).toBeGreaterThan(100);
  for (const [name, fact] of fromSchema) {
    if (tunedByHand.includes(name) || partitioned.includes(name) || withoutForeignKey.includes(name)) continue;
    if (withoutKey.includes(name)) continue;
    expect.soft(fromMigrations.get(name), name).toBe(fact);
  }
});

test('what the migrations have beyond schema.prisma is what is listed', () => {
  const beyond = [...fromMigrations.keys()].filter((name) => !fromSchema.has(name));
  expect(beyond.sort()).toEqual(byHand);
});

test('the relations without a foreign key and the keys that are none are those listed', () => {
  expect(
    [...withoutForeignKey, ...withoutKey].filter((name) => fromMigrations.has(name) || !fromSchema.has(name)),
  ).toEqual([]);
});

test('the tables with partitions are those listed', () => {
  const found = [...fromMigrations].filter(([name, fact]) => name.startsWith('table') && fact.startsWith('p '));
  expect(found.map(([name]) => name).sort()).toEqual(partitioned);
});

test('the tables with storage settings are those listed', () => {
  const tuned = [...fromMigrations].filter(([name, fact]) => name.startsWith('table') && fact.includes('='));
  expect(tuned.map(([name]) => name).sort()).toEqual(tunedByHand);
});
