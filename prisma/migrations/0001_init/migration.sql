-- CreateEnum
CREATE TYPE "workspace_status" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "health_state" AS ENUM ('ramping', 'established', 'throttled', 'paused');

-- CreateEnum
CREATE TYPE "contact_status" AS ENUM ('pending', 'subscribed', 'unsubscribed');

-- CreateEnum
CREATE TYPE "consent_source" AS ENUM ('api', 'link', 'mail_app', 'undo');

-- CreateEnum
CREATE TYPE "attribute_type" AS ENUM ('string', 'number', 'boolean', 'date');

-- CreateEnum
CREATE TYPE "message_state" AS ENUM ('queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'suppressed', 'failed', 'expired');

-- CreateEnum
CREATE TYPE "simulation" AS ENUM ('delivered', 'bounce', 'complaint');

-- CreateEnum
CREATE TYPE "bounce_kind" AS ENUM ('hard', 'soft');

-- CreateEnum
CREATE TYPE "delivery_evidence" AS ENUM ('exchanger', 'relay', 'report', 'silence');

-- CreateEnum
CREATE TYPE "suppression_reason" AS ENUM ('hard_bounce', 'complaint', 'soft_bounces');

-- CreateEnum
CREATE TYPE "suppression_blocks" AS ENUM ('all', 'marketing');

-- CreateEnum
CREATE TYPE "sending_domain_status" AS ENUM ('pending', 'verified', 'warning', 'failed');

-- CreateEnum
CREATE TYPE "dns_record_purpose" AS ENUM ('dkim', 'return_path', 'spf', 'dmarc');

-- CreateEnum
CREATE TYPE "dns_record_status" AS ENUM ('pending', 'verified', 'missing', 'mismatched');

-- CreateEnum
CREATE TYPE "webhook_state" AS ENUM ('pending', 'delivered', 'failed');

-- CreateEnum
CREATE TYPE "webhook_source" AS ENUM ('recipient', 'service');

-- CreateTable
CREATE TABLE "platforms" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "workspace_ceiling" INTEGER,
    "request_limit" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "platforms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "request_budgets" (
    "platform_id" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "refilled_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_budgets_pkey" PRIMARY KEY ("platform_id")
);

-- CreateTable
CREATE TABLE "change_log" (
    "id" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "change_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "reference" TEXT,
    "name" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "status" "workspace_status" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "workspace_health" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "state" "health_state" NOT NULL DEFAULT 'ramping',
    "reason" TEXT,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "recovers_to" "health_state",
    "under_line_since" TIMESTAMPTZ(3),
    "counts_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_health_pkey" PRIMARY KEY ("platform_id","workspace_id")
);

-- CreateTable
CREATE TABLE "health_hours" (
    "workspace_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "ended" INTEGER NOT NULL DEFAULT 0,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "hard_bounces" INTEGER NOT NULL DEFAULT 0,
    "complaints" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "health_hours_pkey" PRIMARY KEY ("workspace_id","hour")
);

-- CreateTable
CREATE TABLE "sending_days" (
    "workspace_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sending_days_pkey" PRIMARY KEY ("workspace_id","day")
);

-- CreateTable
CREATE TABLE "contacts" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "reference" TEXT,
    "email" TEXT NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "status" "contact_status" NOT NULL DEFAULT 'pending',
    "locale" TEXT,
    "marketing_at" TIMESTAMPTZ(3),
    "consented_at" TIMESTAMPTZ(3),
    "consented_by_key" TEXT,
    "opted_out_at" TIMESTAMPTZ(3),
    "pixel_consent_at" TIMESTAMPTZ(3),
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "tags" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "color_code" TEXT,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "contact_tags" (
    "workspace_id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "tag_id" TEXT NOT NULL,

    CONSTRAINT "contact_tags_pkey" PRIMARY KEY ("workspace_id","contact_id","tag_id")
);

-- CreateTable
CREATE TABLE "consent_changes" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "state" "contact_status" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "source" "consent_source" NOT NULL,
    "api_key_id" TEXT,
    "replaced_state" "contact_status" NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_changes_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "attribute_definitions" (
    "platform_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "attribute_type" NOT NULL,
    "required" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attribute_definitions_pkey" PRIMARY KEY ("platform_id","key")
);

-- CreateTable
CREATE TABLE "event_types" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "current_version" INTEGER NOT NULL,
    "template_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_types_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "event_type_versions" (
    "platform_id" TEXT NOT NULL,
    "event_type_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "fields" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_type_versions_pkey" PRIMARY KEY ("platform_id","event_type_id","version")
);

-- CreateTable
CREATE TABLE "template_versions" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "event_type_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "from_local_part" TEXT NOT NULL,
    "display_name" TEXT,
    "reply_to" TEXT,
    "locale" TEXT NOT NULL,
    "composition" JSONB NOT NULL,
    "translations" JSONB NOT NULL,
    "variables" JSONB NOT NULL,
    "restored_from" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "template_versions_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "events" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "event_type_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "event_type_version" INTEGER NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "payload" JSONB,
    "contact_id" TEXT,
    "contact_reference" TEXT,
    "address_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "event_id" TEXT NOT NULL,
    "answer" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("workspace_id","key")
);

-- CreateTable
CREATE TABLE "emit_rates" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "recent" TIMESTAMPTZ(3)[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "emit_rates_pkey" PRIMARY KEY ("workspace_id","address_hash")
);

-- CreateTable
CREATE TABLE "messages" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_type_id" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "state" "message_state" NOT NULL,
    "simulation" "simulation",
    "recipient" TEXT,
    "address_hash" BYTEA NOT NULL,
    "contact_id" TEXT,
    "contact_reference" TEXT,
    "sending_domain_id" TEXT,
    "template_version_id" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "values" JSONB,
    "fell_back" TEXT[],
    "attempt_number" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "bounce" "bounce_kind",
    "reason" TEXT,
    "evidence" "delivery_evidence",
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "message_attempts" (
    "workspace_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "transport" TEXT NOT NULL,
    "exchanger" TEXT,
    "tls_version" TEXT,
    "outcome" TEXT NOT NULL,
    "category" TEXT,
    "reply_code" INTEGER,
    "enhanced_code" TEXT,
    "reply" TEXT,

    CONSTRAINT "message_attempts_pkey" PRIMARY KEY ("workspace_id","message_id","number")
);

-- CreateTable
CREATE TABLE "message_reports" (
    "workspace_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "hard" BOOLEAN NOT NULL,
    "category" TEXT,
    "reply_code" INTEGER,
    "enhanced_code" TEXT,
    "reply" TEXT,

    CONSTRAINT "message_reports_pkey" PRIMARY KEY ("workspace_id","message_id","number")
);

-- CreateTable
CREATE TABLE "attachments" (
    "workspace_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "filename" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("workspace_id","message_id","position")
);

-- CreateTable
CREATE TABLE "message_opens" (
    "workspace_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "machine" BOOLEAN NOT NULL,

    CONSTRAINT "message_opens_pkey" PRIMARY KEY ("workspace_id","message_id","id")
);

-- CreateTable
CREATE TABLE "suppressions" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "workspace_id" TEXT,
    "email" TEXT,
    "address_hash" BYTEA NOT NULL,
    "reason" "suppression_reason" NOT NULL,
    "blocks" "suppression_blocks" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "mailbox_fault_days" (
    "workspace_id" TEXT NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "day" DATE NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mailbox_fault_days_pkey" PRIMARY KEY ("workspace_id","address_hash","day")
);

-- CreateTable
CREATE TABLE "erasures" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "address_hashes" BYTEA[],
    "contact_ids" TEXT[],
    "terms_sealed" BYTEA,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "erased_addresses" (
    "workspace_id" TEXT NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erased_addresses_pkey" PRIMARY KEY ("workspace_id","address_hash")
);

-- CreateTable
CREATE TABLE "retention_marks" (
    "purge" TEXT NOT NULL,
    "done_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retention_marks_pkey" PRIMARY KEY ("purge")
);

-- CreateTable
CREATE TABLE "sending_domains" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "status" "sending_domain_status" NOT NULL DEFAULT 'pending',
    "dkim_selector" TEXT NOT NULL,
    "dkim_key_sealed" BYTEA NOT NULL,
    "dkim_public_key" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "check_due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sending_domains_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "sending_domain_records" (
    "platform_id" TEXT NOT NULL,
    "sending_domain_id" TEXT NOT NULL,
    "purpose" "dns_record_purpose" NOT NULL,
    "status" "dns_record_status" NOT NULL DEFAULT 'pending',
    "found" TEXT,
    "checked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sending_domain_records_pkey" PRIMARY KEY ("platform_id","sending_domain_id","purpose")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[],
    "failures" INTEGER NOT NULL DEFAULT 0,
    "paused_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "source" "webhook_source" NOT NULL,
    "simulated" BOOLEAN NOT NULL DEFAULT false,
    "workspace_id" TEXT,
    "message_id" TEXT,
    "contact_id" TEXT,
    "contact_reference" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "state" "webhook_state" NOT NULL DEFAULT 'pending',
    "attempt_number" INTEGER NOT NULL DEFAULT 0,
    "round_attempts" INTEGER NOT NULL DEFAULT 0,
    "round_started_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "platform_id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("platform_id","webhook_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_token_hash_key" ON "api_keys"("token_hash");

-- CreateIndex
CREATE INDEX "change_log_created_at_idx" ON "change_log"("created_at");

-- CreateIndex
CREATE INDEX "workspaces_deleted_at_idx" ON "workspaces"("deleted_at");

-- CreateIndex
CREATE INDEX "health_hours_hour_idx" ON "health_hours"("hour");

-- CreateIndex
CREATE INDEX "contacts_workspace_id_status_id_idx" ON "contacts"("workspace_id", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "contacts_workspace_id_reference_key" ON "contacts"("workspace_id", "reference");

-- CreateIndex
CREATE UNIQUE INDEX "contacts_workspace_id_address_hash_key" ON "contacts"("workspace_id", "address_hash");

-- CreateIndex
CREATE UNIQUE INDEX "tags_workspace_id_key_key" ON "tags"("workspace_id", "key");

-- CreateIndex
CREATE INDEX "contact_tags_workspace_id_tag_id_contact_id_idx" ON "contact_tags"("workspace_id", "tag_id", "contact_id");

-- CreateIndex
CREATE INDEX "consent_changes_workspace_id_contact_id_id_idx" ON "consent_changes"("workspace_id", "contact_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "template_versions_platform_id_event_type_id_version_key" ON "template_versions"("platform_id", "event_type_id", "version");

-- CreateIndex
CREATE INDEX "events_created_at_idx" ON "events"("created_at");

-- CreateIndex
CREATE INDEX "events_platform_id_event_type_id_id_idx" ON "events"("platform_id", "event_type_id", "id");

-- CreateIndex
CREATE INDEX "events_workspace_id_address_hash_idx" ON "events"("workspace_id", "address_hash");

-- CreateIndex
CREATE INDEX "events_workspace_id_contact_id_idx" ON "events"("workspace_id", "contact_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_workspace_id_event_id_idx" ON "idempotency_keys"("workspace_id", "event_id");

-- CreateIndex
CREATE INDEX "emit_rates_updated_at_idx" ON "emit_rates"("updated_at");

-- CreateIndex
CREATE INDEX "messages_id_idx" ON "messages"("id");

-- CreateIndex
CREATE INDEX "messages_created_at_idx" ON "messages"("created_at");

-- CreateIndex
CREATE INDEX "messages_workspace_id_address_hash_idx" ON "messages"("workspace_id", "address_hash");

-- CreateIndex
CREATE UNIQUE INDEX "messages_workspace_id_event_id_key" ON "messages"("workspace_id", "event_id");

-- CreateIndex
CREATE INDEX "suppressions_platform_id_workspace_id_id_idx" ON "suppressions"("platform_id", "workspace_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sending_domains_platform_id_key" ON "sending_domains"("platform_id");

-- CreateIndex
CREATE INDEX "sending_domains_check_due_at_idx" ON "sending_domains"("check_due_at");

-- CreateIndex
CREATE INDEX "webhooks_platform_id_state_id_idx" ON "webhooks"("platform_id", "state", "id");

-- CreateIndex
CREATE INDEX "webhooks_platform_id_endpoint_id_id_idx" ON "webhooks"("platform_id", "endpoint_id", "id");

-- CreateIndex
CREATE INDEX "webhooks_platform_id_type_id_idx" ON "webhooks"("platform_id", "type", "id");

-- CreateIndex
CREATE INDEX "webhooks_created_at_idx" ON "webhooks"("created_at");

-- CreateIndex
CREATE INDEX "webhooks_workspace_id_message_id_idx" ON "webhooks"("workspace_id", "message_id");

-- CreateIndex
CREATE INDEX "webhooks_workspace_id_contact_id_idx" ON "webhooks"("workspace_id", "contact_id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_budgets" ADD CONSTRAINT "request_budgets_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_health" ADD CONSTRAINT "workspace_health_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tags" ADD CONSTRAINT "tags_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_workspace_id_contact_id_fkey" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contacts"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_workspace_id_tag_id_fkey" FOREIGN KEY ("workspace_id", "tag_id") REFERENCES "tags"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_changes" ADD CONSTRAINT "consent_changes_workspace_id_contact_id_fkey" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contacts"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_definitions" ADD CONSTRAINT "attribute_definitions_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_types" ADD CONSTRAINT "event_types_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_type_versions" ADD CONSTRAINT "event_type_versions_platform_id_event_type_id_fkey" FOREIGN KEY ("platform_id", "event_type_id") REFERENCES "event_types"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_platform_id_event_type_id_fkey" FOREIGN KEY ("platform_id", "event_type_id") REFERENCES "event_types"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_platform_id_event_type_id_fkey" FOREIGN KEY ("platform_id", "event_type_id") REFERENCES "event_types"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "emit_rates" ADD CONSTRAINT "emit_rates_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_workspace_id_event_id_fkey" FOREIGN KEY ("workspace_id", "event_id") REFERENCES "events"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_attempts" ADD CONSTRAINT "message_attempts_workspace_id_message_id_fkey" FOREIGN KEY ("workspace_id", "message_id") REFERENCES "messages"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_workspace_id_message_id_fkey" FOREIGN KEY ("workspace_id", "message_id") REFERENCES "messages"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_workspace_id_message_id_fkey" FOREIGN KEY ("workspace_id", "message_id") REFERENCES "messages"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_opens" ADD CONSTRAINT "message_opens_workspace_id_message_id_fkey" FOREIGN KEY ("workspace_id", "message_id") REFERENCES "messages"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sending_domains" ADD CONSTRAINT "sending_domains_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sending_domain_records" ADD CONSTRAINT "sending_domain_records_platform_id_sending_domain_id_fkey" FOREIGN KEY ("platform_id", "sending_domain_id") REFERENCES "sending_domains"("platform_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_platform_id_endpoint_id_fkey" FOREIGN KEY ("platform_id", "endpoint_id") REFERENCES "webhook_endpoints"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_platform_id_webhook_id_fkey" FOREIGN KEY ("platform_id", "webhook_id") REFERENCES "webhooks"("platform_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what Prisma cannot express. test/prisma/drift.test.ts names each of them.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A reference, and the name of an event type, are free again once their holder is deleted.
CREATE UNIQUE INDEX workspaces_live_reference_key ON workspaces (platform_id, reference) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX event_types_live_name_key ON event_types (platform_id, name) WHERE deleted_at IS NULL;

-- The queues: small at any size of their table, since what is final is in none of them.
CREATE INDEX messages_due_idx ON messages (workspace_id, due_at) WHERE state = 'queued';
-- Nothing holds simulated mail back: it is found behind any backlog.
CREATE INDEX messages_simulated_idx ON messages (workspace_id, due_at) WHERE state = 'queued' AND simulation IS NOT NULL;
CREATE INDEX messages_expiry_idx ON messages (expires_at) WHERE state = 'queued';
CREATE INDEX messages_lease_idx ON messages (lease_until) WHERE state = 'sending';
CREATE INDEX messages_report_idx ON messages (ended_at) WHERE state = 'sent';
CREATE INDEX messages_open_type_idx ON messages (platform_id, event_type_id) WHERE state IN ('queued', 'sending', 'sent');
CREATE INDEX webhooks_due_idx ON webhooks (platform_id, endpoint_id, due_at) WHERE state = 'pending';
CREATE INDEX webhooks_round_idx ON webhooks (round_started_at) WHERE state = 'pending';
CREATE INDEX erasures_open_idx ON erasures (requested_at) WHERE finished_at IS NULL;

CREATE INDEX webhook_endpoints_live_idx ON webhook_endpoints (platform_id, id) WHERE deleted_at IS NULL;

-- An address is suppressed once for each scope and kind of email.
CREATE UNIQUE INDEX suppressions_platform_key ON suppressions (platform_id, address_hash, blocks) WHERE workspace_id IS NULL;
CREATE UNIQUE INDEX suppressions_workspace_key ON suppressions (workspace_id, address_hash, blocks) WHERE workspace_id IS NOT NULL;
CREATE INDEX suppressions_address_idx ON suppressions (platform_id, address_hash);

-- Search for a part of an address within one workspace.
CREATE INDEX contacts_search_idx ON contacts USING gin (workspace_id, lower(email) gin_trgm_ops);

-- No consent was ever sent exactly while the status is pending.
ALTER TABLE contacts ADD CONSTRAINT contacts_marketing_check CHECK ((status = 'pending') = (marketing_at IS NULL));

-- Their rows change a few times and then rest: dead versions in the queues' indexes must not wait for a fifth of the table.
ALTER TABLE messages SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- Room within the page: a claim changes no column of an index, so it writes none.
ALTER TABLE webhooks SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, fillfactor = 80);
ALTER TABLE emit_rates SET (autovacuum_vacuum_scale_factor = 0.02);

-- One row a platform, changed all the time and indexed by its key alone: room for versions within the page.
ALTER TABLE request_budgets SET (fillfactor = 50);
