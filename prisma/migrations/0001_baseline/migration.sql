-- Extensions

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Enumerations

CREATE TYPE "api_key_scope" AS ENUM ('send', 'read', 'people', 'manage', 'keys');
CREATE TYPE "attribute_type" AS ENUM ('string', 'number', 'boolean', 'date');
CREATE TYPE "bounce_kind" AS ENUM ('hard', 'soft');
CREATE TYPE "consent_source" AS ENUM ('api', 'link', 'mail_app', 'undo');
CREATE TYPE "contact_status" AS ENUM ('pending', 'subscribed', 'unsubscribed');
CREATE TYPE "delivery_evidence" AS ENUM ('exchanger', 'relay', 'report', 'silence');
CREATE TYPE "dns_record_purpose" AS ENUM ('dkim', 'return_path', 'spf', 'dmarc');
CREATE TYPE "dns_record_status" AS ENUM ('pending', 'verified', 'missing', 'mismatched');
CREATE TYPE "health_state" AS ENUM ('ramping', 'established', 'throttled', 'paused');
CREATE TYPE "message_state" AS ENUM ('scheduled', 'queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'suppressed', 'failed', 'expired');
CREATE TYPE "sending_domain_status" AS ENUM ('pending', 'verified', 'warning', 'failed');
CREATE TYPE "simulation" AS ENUM ('delivered', 'bounce', 'complaint');
CREATE TYPE "suppression_blocks" AS ENUM ('all', 'marketing');
CREATE TYPE "suppression_reason" AS ENUM ('hard_bounce', 'complaint', 'soft_bounces', 'manual');
CREATE TYPE "webhook_source" AS ENUM ('recipient', 'service');
CREATE TYPE "webhook_state" AS ENUM ('pending', 'delivered', 'failed');
CREATE TYPE "workspace_status" AS ENUM ('active', 'suspended');

-- Functions

CREATE OR REPLACE FUNCTION end_met_keys()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'TD001', MESSAGE = 'two new idempotency keys met';
END;$function$;

CREATE OR REPLACE FUNCTION metadata_keys(period bigint, workspace_id text, metadata jsonb)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT ((metadata_keys.period << 40) | (hashtextextended((((metadata_keys.workspace_id || pair.key) || '='::text) || pair.value), (0)::bigint) & '1099511627775'::bigint)) FROM jsonb_each_text(metadata_keys.metadata) pair(key, value));

CREATE OR REPLACE FUNCTION short_parts(text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 100000
RETURN ((string_to_array($1, NULL::text) || string_to_array(regexp_replace($1, '(..)'::text, '\1
'::text, 'g'::text), '
'::text)) || string_to_array(regexp_replace(substr($1, 2), '(..)'::text, '\1
'::text, 'g'::text), '
'::text));

-- Tables

CREATE TABLE "api_keys" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "name" text NOT NULL,
  "token_hash" bytea NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  "expires_at" timestamp(3) with time zone,
  "revoked_at" timestamp(3) with time zone,
  "last_used_at" timestamp(3) with time zone,
  "scopes" api_key_scope[] DEFAULT ARRAY['send'::api_key_scope, 'read'::api_key_scope, 'people'::api_key_scope, 'manage'::api_key_scope],
  "suspended_at" timestamp(3) with time zone,
  "workspace_id" text,
  CONSTRAINT "api_keys_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "attachments" (
  "workspace_id" text NOT NULL,
  "message_id" text NOT NULL,
  "position" integer NOT NULL,
  "filename" text NOT NULL,
  "media_type" text NOT NULL,
  "content" bytea NOT NULL,
  CONSTRAINT "attachments_pkey" PRIMARY KEY (workspace_id, message_id, "position")
);

CREATE TABLE "attribute_definitions" (
  "platform_id" text NOT NULL,
  "key" text NOT NULL,
  "name" text NOT NULL,
  "type" attribute_type NOT NULL,
  "required" boolean NOT NULL DEFAULT false,
  "created_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "attribute_definitions_pkey" PRIMARY KEY (platform_id, key)
);

CREATE TABLE "audit_entries" (
  "id" text NOT NULL,
  "platform_id" text,
  "api_key_id" text,
  "operation" text NOT NULL,
  "object_type" text NOT NULL,
  "object_id" text,
  "request_id" text NOT NULL,
  "error" text,
  "created_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "audit_entries_pkey" PRIMARY KEY (id)
) PARTITION BY RANGE (id);

CREATE TABLE "consent_changes" (
  "workspace_id" text NOT NULL,
  "id" text NOT NULL,
  "contact_id" text NOT NULL,
  "state" contact_status NOT NULL,
  "at" timestamp(3) with time zone NOT NULL,
  "source" consent_source NOT NULL,
  "api_key_id" text,
  "replaced_state" contact_status NOT NULL,
  "replaced_at" timestamp(3) with time zone,
  "undone_at" timestamp(3) with time zone,
  "created_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "consent_changes_pkey" PRIMARY KEY (workspace_id, id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "console_sessions" (
  "token_hash" bytea NOT NULL,
  "operator" boolean NOT NULL,
  "credential_hash" bytea NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  "expires_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "console_sessions_pkey" PRIMARY KEY (token_hash)
);

CREATE TABLE "contact_tags" (
  "workspace_id" text NOT NULL,
  "contact_id" text NOT NULL,
  "tag_id" text NOT NULL,
  CONSTRAINT "contact_tags_pkey" PRIMARY KEY (workspace_id, contact_id, tag_id)
) WITH (autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "contacts" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "id" text NOT NULL,
  "reference" text,
  "email" text NOT NULL,
  "address_hash" bytea NOT NULL,
  "status" contact_status NOT NULL DEFAULT 'pending'::contact_status,
  "locale" text,
  "marketing_at" timestamp(3) with time zone,
  "consented_at" timestamp(3) with time zone,
  "consented_by_key" text,
  "opted_out_at" timestamp(3) with time zone,
  "pixel_consent_at" timestamp(3) with time zone,
  "attributes" jsonb NOT NULL DEFAULT '{}'::jsonb,
  "created_at" timestamp(3) with time zone NOT NULL,
  "updated_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "contacts_pkey" PRIMARY KEY (workspace_id, id),
  CONSTRAINT "contacts_marketing_check" CHECK (((status = 'pending'::contact_status) = (marketing_at IS NULL)))
) WITH (autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "deployment" (
  "id" text NOT NULL,
  "key_check" bytea NOT NULL,
  "cluster" text,
  "place" text NOT NULL,
  "timeline" integer,
  "seen_at" timestamp(3) with time zone NOT NULL,
  "held_before" timestamp(3) with time zone,
  "held_at" timestamp(3) with time zone,
  "key_changed_at" timestamp(3) with time zone,
  "key_settled_at" timestamp(3) with time zone,
  "lasting_keys_sealed" bytea,
  CONSTRAINT "deployment_pkey" PRIMARY KEY (id)
);

CREATE TABLE "emit_rates" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "address_hash" bytea NOT NULL,
  "recent" timestamp(3) with time zone[],
  "updated_at" timestamp(3) with time zone NOT NULL,
  "locked_by" bigint,
  CONSTRAINT "emit_rates_pkey" PRIMARY KEY (workspace_id, address_hash)
) WITH (autovacuum_vacuum_scale_factor=0.02);

CREATE TABLE "erased_addresses" (
  "workspace_id" text NOT NULL,
  "address_hash" bytea NOT NULL,
  "erased_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "erased_addresses_pkey" PRIMARY KEY (workspace_id, address_hash)
);

CREATE TABLE "erasures" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "id" text NOT NULL,
  "address_hashes" bytea[],
  "contact_ids" text[],
  "terms_sealed" bytea,
  "requested_at" timestamp(3) with time zone NOT NULL,
  "finished_at" timestamp(3) with time zone,
  "searched" text,
  CONSTRAINT "erasures_pkey" PRIMARY KEY (workspace_id, id)
);

CREATE TABLE "event_type_versions" (
  "platform_id" text NOT NULL,
  "event_type_id" text NOT NULL,
  "version" integer NOT NULL,
  "fields" jsonb NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "event_type_versions_pkey" PRIMARY KEY (platform_id, event_type_id, version)
);

CREATE TABLE "event_types" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "name" text NOT NULL,
  "current_version" integer NOT NULL,
  "template_version" integer,
  "created_at" timestamp(3) with time zone NOT NULL,
  "updated_at" timestamp(3) with time zone NOT NULL,
  "deleted_at" timestamp(3) with time zone,
  CONSTRAINT "event_types_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "events" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "id" text NOT NULL,
  "event_type_id" text NOT NULL,
  "type" text NOT NULL,
  "event_type_version" integer NOT NULL,
  "idempotency_key" text NOT NULL,
  "payload" jsonb,
  "contact_id" text,
  "contact_reference" text,
  "address_hash" bytea NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  "mails" boolean NOT NULL DEFAULT true,
  "metadata" jsonb,
  CONSTRAINT "events_pkey" PRIMARY KEY (workspace_id, id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "exchanger_paces" (
  "source" text NOT NULL,
  "provider" text NOT NULL,
  "connections" integer,
  "ceiling" integer,
  "mails_per_connection" integer,
  "mails_per_minute" integer,
  "quiet_since" timestamp(3) with time zone,
  "quiet_until" timestamp(3) with time zone,
  "quiet_ms" integer,
  "reply" text,
  "asked_at" timestamp(3) with time zone,
  "warm_up_day" date,
  "warm_up_mails" integer NOT NULL DEFAULT 0,
  "updated_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "exchanger_paces_pkey" PRIMARY KEY (source, provider)
);

CREATE TABLE "figure_changes" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "day" date NOT NULL,
  "event_type_id" text NOT NULL,
  "template_version_id" text NOT NULL,
  "provider" text NOT NULL,
  "fact" text NOT NULL,
  "delay" integer,
  "messages" integer NOT NULL
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_insert_threshold=-1, vacuum_truncate=off);

CREATE TABLE "figures" (
  "workspace_id" text NOT NULL,
  "platform_id" text NOT NULL,
  "day" date NOT NULL,
  "event_type_id" text NOT NULL,
  "template_version_id" text NOT NULL,
  "provider" text NOT NULL,
  "accepted" integer NOT NULL,
  "fell_back" integer NOT NULL,
  "delivered" integer NOT NULL,
  "complained" integer NOT NULL,
  "bounced_hard" integer NOT NULL,
  "bounced_soft" integer NOT NULL,
  "suppressed" integer NOT NULL,
  "failed" integer NOT NULL,
  "expired" integer NOT NULL,
  "erased" integer NOT NULL,
  "opened" integer NOT NULL,
  "delays" integer[],
  CONSTRAINT "figures_pkey" PRIMARY KEY (workspace_id, platform_id, day, template_version_id, provider)
) WITH (fillfactor=80, autovacuum_vacuum_scale_factor=0.02);

CREATE TABLE "former_addresses" (
  "workspace_id" text NOT NULL,
  "address_hash" bytea NOT NULL,
  "contact_id" text NOT NULL,
  "until" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "former_addresses_pkey" PRIMARY KEY (workspace_id, address_hash, contact_id)
);

CREATE TABLE "health_changes" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "id" text NOT NULL,
  "from_state" health_state NOT NULL,
  "to_state" health_state NOT NULL,
  "reason" text NOT NULL,
  "at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "health_changes_pkey" PRIMARY KEY (platform_id, workspace_id, id)
);

CREATE TABLE "health_hours" (
  "workspace_id" text NOT NULL,
  "hour" timestamp(3) with time zone NOT NULL,
  "ended" integer NOT NULL DEFAULT 0,
  "delivered" integer NOT NULL DEFAULT 0,
  "hard_bounces" integer NOT NULL DEFAULT 0,
  "complaints" integer NOT NULL DEFAULT 0,
  "judged" smallint NOT NULL DEFAULT 0,
  CONSTRAINT "health_hours_pkey" PRIMARY KEY (workspace_id, hour)
) WITH (autovacuum_vacuum_scale_factor=0.02);

CREATE TABLE "idempotency_keys" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "key" text NOT NULL,
  "body_hash" bytea NOT NULL,
  "event_id" text NOT NULL,
  "answer" jsonb NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  "day" date NOT NULL DEFAULT '2000-01-01'::date,
  CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY (workspace_id, key, day)
) PARTITION BY LIST (day);

CREATE UNLOGGED TABLE "live_changes" (
  "seq" bigserial NOT NULL,
  "position" bigint,
  "topic" text NOT NULL,
  "subject" text NOT NULL,
  "was" text,
  "state" text NOT NULL,
  "reason" text,
  "at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "live_changes_pkey" PRIMARY KEY (seq)
);

CREATE UNLOGGED TABLE "live_watches" (
  "topic" text NOT NULL,
  "incarnation" text NOT NULL,
  "purged" bigint NOT NULL DEFAULT 0,
  "until" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "live_watches_pkey" PRIMARY KEY (topic)
);

CREATE TABLE "mailbox_fault_days" (
  "workspace_id" text NOT NULL,
  "address_hash" bytea NOT NULL,
  "day" date NOT NULL,
  "at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "mailbox_fault_days_pkey" PRIMARY KEY (workspace_id, address_hash, day)
);

CREATE TABLE "message_attempts" (
  "workspace_id" text NOT NULL,
  "message_id" text NOT NULL,
  "number" integer NOT NULL,
  "at" timestamp(3) with time zone NOT NULL,
  "duration_ms" integer NOT NULL,
  "transport" text NOT NULL,
  "exchanger" text,
  "tls_version" text,
  "outcome" text NOT NULL,
  "category" text,
  "reply_code" integer,
  "enhanced_code" text,
  "reply" text,
  CONSTRAINT "message_attempts_pkey" PRIMARY KEY (workspace_id, message_id, number)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "message_opens" (
  "workspace_id" text NOT NULL,
  "message_id" text NOT NULL,
  "id" text NOT NULL,
  "at" timestamp(3) with time zone NOT NULL,
  "machine" boolean NOT NULL,
  CONSTRAINT "message_opens_pkey" PRIMARY KEY (workspace_id, message_id, id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "message_reports" (
  "workspace_id" text NOT NULL,
  "message_id" text NOT NULL,
  "number" integer NOT NULL,
  "at" timestamp(3) with time zone NOT NULL,
  "kind" text NOT NULL,
  "hard" boolean NOT NULL,
  "category" text,
  "reply_code" integer,
  "enhanced_code" text,
  "reply" text,
  CONSTRAINT "message_reports_pkey" PRIMARY KEY (workspace_id, message_id, number)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "message_resends" (
  "workspace_id" text NOT NULL,
  "message_id" text NOT NULL,
  "original_id" text NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "message_resends_pkey" PRIMARY KEY (workspace_id, message_id)
);

CREATE TABLE "messages" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "id" text NOT NULL,
  "event_id" text NOT NULL,
  "event_type_id" text NOT NULL,
  "idempotency_key" text NOT NULL,
  "state" message_state NOT NULL,
  "simulation" simulation,
  "recipient" text,
  "address_hash" bytea NOT NULL,
  "contact_id" text,
  "contact_reference" text,
  "sending_domain_id" text,
  "template_version_id" text NOT NULL,
  "locale" text NOT NULL,
  "timezone" text NOT NULL,
  "values" jsonb,
  "fell_back" text[],
  "attempt_number" integer NOT NULL DEFAULT 0,
  "due_at" timestamp(3) with time zone NOT NULL,
  "lease_until" timestamp(3) with time zone,
  "expires_at" timestamp(3) with time zone NOT NULL,
  "ended_at" timestamp(3) with time zone,
  "bounce" bounce_kind,
  "reason" text,
  "evidence" delivery_evidence,
  "created_at" timestamp(3) with time zone NOT NULL,
  "lost_leases" integer NOT NULL DEFAULT 0,
  "figure_day" date,
  "opened_at" timestamp(3) with time zone,
  "provider" text,
  "had_files" boolean,
  "waits_for" text,
  "trace" bytea,
  "send_at" timestamp(3) with time zone,
  "first_send_at" timestamp(3) with time zone,
  "moved_at" timestamp(3) with time zone,
  "metadata" jsonb,
  CONSTRAINT "messages_pkey" PRIMARY KEY (workspace_id, id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "pending_webhooks" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "endpoint_id" text NOT NULL,
  "due_at" timestamp(3) with time zone NOT NULL,
  "round_started_at" timestamp(3) with time zone NOT NULL,
  "held" boolean NOT NULL DEFAULT false,
  "attempt_number" integer NOT NULL DEFAULT 0,
  "lease_until" timestamp(3) with time zone,
  "round_attempts" integer NOT NULL DEFAULT 0,
  CONSTRAINT "pending_webhooks_pkey" PRIMARY KEY (platform_id, id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02, fillfactor=50);

CREATE TABLE "platforms" (
  "id" text NOT NULL,
  "name" text NOT NULL,
  "workspace_ceiling" integer,
  "request_limit" integer,
  "created_at" timestamp(3) with time zone NOT NULL,
  "suspended_at" timestamp(3) with time zone,
  CONSTRAINT "platforms_pkey" PRIMARY KEY (id)
);

CREATE TABLE "refused_emits" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "request_id" text NOT NULL,
  "api_key_id" text,
  "workspace_id" text,
  "event_type" text,
  "code" text NOT NULL,
  "field_paths" text[],
  "times" integer NOT NULL,
  "first_at" timestamp(3) with time zone NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "refused_emits_pkey" PRIMARY KEY (platform_id, id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "request_budgets" (
  "platform_id" text NOT NULL,
  "tokens" double precision NOT NULL,
  "refilled_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "request_budgets_pkey" PRIMARY KEY (platform_id)
) WITH (fillfactor=50);

CREATE TABLE "retention_marks" (
  "purge" text NOT NULL,
  "done_until" timestamp(3) with time zone NOT NULL,
  "done_id" text NOT NULL DEFAULT ''::text,
  CONSTRAINT "retention_marks_pkey" PRIMARY KEY (purge)
);

CREATE TABLE "sending_days" (
  "workspace_id" text NOT NULL,
  "day" date NOT NULL,
  "sent" integer NOT NULL DEFAULT 0,
  "judged" boolean NOT NULL DEFAULT false,
  CONSTRAINT "sending_days_pkey" PRIMARY KEY (workspace_id, day)
) WITH (autovacuum_vacuum_scale_factor=0.02);

CREATE TABLE "sending_domain_records" (
  "platform_id" text NOT NULL,
  "sending_domain_id" text NOT NULL,
  "purpose" dns_record_purpose NOT NULL,
  "status" dns_record_status NOT NULL DEFAULT 'pending'::dns_record_status,
  "found" text,
  "checked_at" timestamp(3) with time zone,
  CONSTRAINT "sending_domain_records_pkey" PRIMARY KEY (platform_id, sending_domain_id, purpose)
);

CREATE TABLE "sending_domains" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "domain" text NOT NULL,
  "status" sending_domain_status NOT NULL DEFAULT 'pending'::sending_domain_status,
  "dkim_selector" text NOT NULL,
  "dkim_key_sealed" bytea NOT NULL,
  "dkim_public_key" text NOT NULL,
  "verified_at" timestamp(3) with time zone,
  "failing_since" timestamp(3) with time zone,
  "check_due_at" timestamp(3) with time zone NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  "updated_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "sending_domains_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "suppression_lifts" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "id" text NOT NULL,
  "address_hash" bytea NOT NULL,
  "reason" suppression_reason NOT NULL,
  "platform_wide" boolean NOT NULL,
  "suppressed_at" timestamp(3) with time zone NOT NULL,
  "note" text,
  "api_key_id" text,
  "created_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "suppression_lifts_pkey" PRIMARY KEY (workspace_id, id)
);

CREATE TABLE "suppressions" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "workspace_id" text,
  "email" text,
  "address_hash" bytea NOT NULL,
  "reason" suppression_reason NOT NULL,
  "blocks" suppression_blocks NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  "api_key_id" text,
  "note" text,
  "by_hand" boolean NOT NULL DEFAULT false,
  CONSTRAINT "suppressions_pkey" PRIMARY KEY (platform_id, id)
) WITH (autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "tags" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "id" text NOT NULL,
  "key" text NOT NULL,
  "name" text NOT NULL,
  "color_code" text,
  "folded_name" text,
  CONSTRAINT "tags_pkey" PRIMARY KEY (workspace_id, id)
);

CREATE TABLE "template_drafts" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "event_type_id" text NOT NULL,
  "name" text NOT NULL,
  "revision" integer NOT NULL,
  "base_version" integer,
  "subject" text,
  "from_local_part" text,
  "display_name" text,
  "reply_to" text,
  "locale" text,
  "composition" jsonb,
  "translations" jsonb,
  "content_bytes" integer NOT NULL,
  "saved_by_key" text,
  "created_at" timestamp(3) with time zone NOT NULL,
  "updated_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "template_drafts_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "template_tests" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "template_tests_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "template_versions" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "event_type_id" text NOT NULL,
  "version" integer NOT NULL,
  "subject" text NOT NULL,
  "from_local_part" text NOT NULL,
  "display_name" text,
  "reply_to" text,
  "locale" text NOT NULL,
  "composition" jsonb NOT NULL,
  "translations" jsonb NOT NULL,
  "variables" jsonb NOT NULL,
  "restored_from" integer,
  "created_at" timestamp(3) with time zone NOT NULL,
  "content_bytes" integer NOT NULL DEFAULT 0,
  "languages" jsonb,
  "note" text,
  "saved_by_key" text,
  CONSTRAINT "template_versions_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "webhook_endpoints" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "url" text NOT NULL,
  "types" text[],
  "failures" integer NOT NULL DEFAULT 0,
  "paused_until" timestamp(3) with time zone,
  "created_at" timestamp(3) with time zone NOT NULL,
  "updated_at" timestamp(3) with time zone NOT NULL,
  "deleted_at" timestamp(3) with time zone,
  "paused_at" timestamp(3) with time zone,
  CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "webhook_redeliveries" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "endpoint_id" text NOT NULL,
  "since" timestamp(3) with time zone NOT NULL,
  "position" text NOT NULL,
  "examined" integer NOT NULL DEFAULT 0,
  "redelivered" integer NOT NULL DEFAULT 0,
  "created_at" timestamp(3) with time zone NOT NULL,
  "stepped_at" timestamp(3) with time zone NOT NULL,
  "finished_at" timestamp(3) with time zone,
  CONSTRAINT "webhook_redeliveries_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "webhook_secrets" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "secret_sealed" bytea NOT NULL,
  "last_four" text NOT NULL,
  "created_at" timestamp(3) with time zone NOT NULL,
  CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "webhooks" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "endpoint_id" text NOT NULL,
  "type" text NOT NULL,
  "source" webhook_source NOT NULL,
  "simulated" boolean NOT NULL DEFAULT false,
  "workspace_id" text,
  "message_id" text,
  "contact_id" text,
  "contact_reference" text,
  "details" jsonb NOT NULL DEFAULT '{}'::jsonb,
  "state" webhook_state NOT NULL DEFAULT 'pending'::webhook_state,
  "attempt_number" integer NOT NULL DEFAULT 0,
  "last_status" integer,
  "last_error" text,
  "delivered_at" timestamp(3) with time zone,
  "created_at" timestamp(3) with time zone NOT NULL,
  "attempts" jsonb NOT NULL DEFAULT '{}'::jsonb,
  "failed_at" timestamp(3) with time zone,
  "last_at" timestamp(3) with time zone,
  "last_ms" integer,
  "last_number" integer,
  CONSTRAINT "webhooks_pkey" PRIMARY KEY (platform_id, id)
) PARTITION BY RANGE (id);

CREATE TABLE "workspace_health" (
  "platform_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "state" health_state NOT NULL DEFAULT 'ramping'::health_state,
  "reason" text,
  "since" timestamp(3) with time zone NOT NULL,
  "recovers_to" health_state,
  "under_line_since" timestamp(3) with time zone,
  "counts_since" timestamp(3) with time zone NOT NULL,
  "judge_at" timestamp(3) with time zone,
  CONSTRAINT "workspace_health_pkey" PRIMARY KEY (platform_id, workspace_id)
);

CREATE TABLE "workspaces" (
  "platform_id" text NOT NULL,
  "id" text NOT NULL,
  "reference" text,
  "name" text NOT NULL,
  "timezone" text NOT NULL,
  "locale" text NOT NULL,
  "status" workspace_status NOT NULL DEFAULT 'active'::workspace_status,
  "created_at" timestamp(3) with time zone NOT NULL,
  "updated_at" timestamp(3) with time zone NOT NULL,
  "deleted_at" timestamp(3) with time zone,
  "purged_at" timestamp(3) with time zone,
  CONSTRAINT "workspaces_pkey" PRIMARY KEY (platform_id, id)
);

CREATE TABLE "audit_entries_default" PARTITION OF "audit_entries" DEFAULT;

CREATE TABLE "idempotency_keys_default" PARTITION OF "idempotency_keys" (
  CONSTRAINT "idempotency_keys_default_day_check" CHECK ((day = '2000-01-01'::date))
) DEFAULT WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE TABLE "webhooks_default" PARTITION OF "webhooks" DEFAULT WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02, fillfactor=50);

-- Statistics and storage of columns

ALTER TABLE "emit_rates" ALTER COLUMN "recent" SET STATISTICS 0;
ALTER TABLE "events" ALTER COLUMN "payload" SET STATISTICS 0, ALTER COLUMN "metadata" SET STATISTICS 0;
ALTER TABLE "idempotency_keys" ALTER COLUMN "body_hash" SET STATISTICS 0, ALTER COLUMN "answer" SET STATISTICS 0;
ALTER TABLE "message_attempts" ALTER COLUMN "reply" SET STATISTICS 0;
ALTER TABLE "messages" ALTER COLUMN "values" SET STATISTICS 0, ALTER COLUMN "fell_back" SET STATISTICS 0, ALTER COLUMN "metadata" SET STATISTICS 0;

-- Indexes

CREATE INDEX api_keys_id_idx ON api_keys USING btree (id);
CREATE UNIQUE INDEX api_keys_token_hash_key ON api_keys USING btree (token_hash);
CREATE INDEX audit_entries_object_id_id_idx ON audit_entries USING btree (object_id, id);
CREATE INDEX audit_entries_platform_id_id_idx ON audit_entries USING btree (platform_id, id);
CREATE INDEX consent_changes_own_idx ON consent_changes USING btree (workspace_id, contact_id) WHERE (source <> 'api'::consent_source);
CREATE INDEX consent_changes_workspace_id_contact_id_id_idx ON consent_changes USING btree (workspace_id, contact_id, id);
CREATE INDEX console_sessions_credential_hash_created_at_idx ON console_sessions USING btree (credential_hash, created_at);
CREATE INDEX console_sessions_expires_at_idx ON console_sessions USING btree (expires_at);
CREATE INDEX contact_tags_workspace_id_tag_id_contact_id_idx ON contact_tags USING btree (workspace_id, tag_id, contact_id);
CREATE INDEX contacts_id_idx ON contacts USING btree (id);
CREATE INDEX contacts_search_idx ON contacts USING gin (workspace_id, lower(email) gin_trgm_ops);
CREATE INDEX contacts_short_search_idx ON contacts USING gin (workspace_id, short_parts(lower(email)));
CREATE UNIQUE INDEX contacts_workspace_id_address_hash_key ON contacts USING btree (workspace_id, address_hash);
CREATE UNIQUE INDEX contacts_workspace_id_reference_key ON contacts USING btree (workspace_id, reference);
CREATE INDEX contacts_workspace_id_status_id_idx ON contacts USING btree (workspace_id, status, id);
CREATE INDEX emit_rates_updated_at_idx ON emit_rates USING btree (updated_at);
CREATE INDEX erasures_id_idx ON erasures USING btree (id);
CREATE INDEX erasures_open_idx ON erasures USING btree (requested_at) WHERE (finished_at IS NULL);
CREATE INDEX erasures_unfinished_idx ON erasures USING btree (workspace_id) WHERE (finished_at IS NULL);
CREATE UNIQUE INDEX event_types_live_name_key ON event_types USING btree (platform_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX events_address_key_idx ON events USING btree (((((((((created_at AT TIME ZONE 'UTC'::text))::date - '2000-01-03'::date) / 28))::bigint << 40) | (hashtextextended((workspace_id || encode(address_hash, 'hex'::text)), (0)::bigint) & '1099511627775'::bigint))), mails);
CREATE INDEX events_contact_idx ON events USING btree (workspace_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX events_created_at_idx ON events USING btree (created_at);
CREATE INDEX events_metadata_idx ON events USING gin (metadata_keys((((((created_at AT TIME ZONE 'UTC'::text))::date - '2000-01-03'::date) / 28))::bigint, workspace_id, metadata)) WITH (fastupdate=off) WHERE (metadata IS NOT NULL);
CREATE INDEX events_platform_id_event_type_id_id_idx ON events USING btree (platform_id, event_type_id, id);
CREATE INDEX exchanger_paces_updated_at_idx ON exchanger_paces USING btree (updated_at);
CREATE INDEX figures_day_idx ON figures USING btree (day);
CREATE INDEX figures_totals_idx ON figures USING btree (workspace_id, platform_id, day) WHERE (template_version_id = ''::text);
CREATE INDEX figures_types_idx ON figures USING btree (platform_id, event_type_id, day) WHERE ((workspace_id = ''::text) AND (template_version_id <> ''::text));
CREATE INDEX figures_versions_idx ON figures USING btree (platform_id, template_version_id, day) WHERE ((workspace_id = ''::text) AND (template_version_id <> ''::text));
CREATE INDEX figures_workspaces_idx ON figures USING btree (platform_id, day) WHERE ((template_version_id = ''::text) AND (workspace_id <> ''::text));
CREATE INDEX former_addresses_until_idx ON former_addresses USING btree (until);
CREATE INDEX former_addresses_workspace_id_contact_id_idx ON former_addresses USING btree (workspace_id, contact_id);
CREATE INDEX health_changes_at_idx ON health_changes USING btree (at);
CREATE INDEX health_hours_judged_hour_idx ON health_hours USING btree (judged, hour);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_workspace_id_event_id_idx ON idempotency_keys USING btree (workspace_id, event_id);
CREATE INDEX live_changes_new_idx ON live_changes USING btree (seq) WHERE ("position" IS NULL);
CREATE INDEX live_changes_topic_position_idx ON live_changes USING btree (topic, "position");
CREATE INDEX message_resends_created_at_idx ON message_resends USING btree (created_at);
CREATE INDEX message_resends_workspace_id_original_id_message_id_idx ON message_resends USING btree (workspace_id, original_id, message_id);
CREATE INDEX messages_created_at_idx ON messages USING btree (created_at);
CREATE INDEX messages_due_idx ON messages USING btree (workspace_id, due_at) WHERE (state = 'queued'::message_state);
CREATE INDEX messages_expiry_idx ON messages USING btree (expires_at) WHERE 
CASE
    WHEN (state = 'queued'::message_state) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX messages_id_idx ON messages USING btree (id);
CREATE INDEX messages_later_address_idx ON messages USING btree (workspace_id, address_hash) WHERE 
CASE
    WHEN ((send_at IS NOT NULL) AND (state = ANY (ARRAY['scheduled'::message_state, 'queued'::message_state, 'sending'::message_state, 'sent'::message_state]))) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX messages_lease_idx ON messages USING btree (lease_until) WHERE 
CASE
    WHEN (state = 'sending'::message_state) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX messages_open_type_idx ON messages USING btree (platform_id, event_type_id) WHERE 
CASE
    WHEN (state = ANY (ARRAY['queued'::message_state, 'sending'::message_state, 'sent'::message_state])) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX messages_rare_state_idx ON messages USING btree (workspace_id, state, id) WHERE (state = ANY (ARRAY['bounced'::message_state, 'complained'::message_state, 'suppressed'::message_state, 'failed'::message_state, 'expired'::message_state]));
CREATE INDEX messages_report_idx ON messages USING btree (ended_at) WHERE 
CASE
    WHEN (state = 'sent'::message_state) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX messages_scheduled_due_idx ON messages USING btree (due_at) WHERE 
CASE
    WHEN (state = 'scheduled'::message_state) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX messages_scheduled_type_idx ON messages USING btree (platform_id, event_type_id) WHERE 
CASE
    WHEN (state = 'scheduled'::message_state) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX messages_scheduled_workspace_idx ON messages USING btree (workspace_id, due_at, id) WHERE 
CASE
    WHEN (state = 'scheduled'::message_state) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX messages_sent_later_idx ON messages USING btree (LEAST(send_at, ended_at), id) WHERE 
CASE
    WHEN (send_at IS NOT NULL) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX messages_simulated_idx ON messages USING btree (workspace_id, due_at) WHERE ((state = 'queued'::message_state) AND (simulation IS NOT NULL));
CREATE INDEX messages_suspect_idx ON messages USING btree (workspace_id, due_at) WHERE ((state = 'queued'::message_state) AND (lost_leases > 0));
CREATE INDEX messages_waiting_idx ON messages USING btree (address_hash) WHERE 
CASE
    WHEN ((state = 'queued'::message_state) AND (simulation IS NULL)) THEN true
    ELSE NULL::boolean
END;
CREATE UNIQUE INDEX messages_workspace_id_event_id_key ON messages USING btree (workspace_id, event_id);
CREATE INDEX pending_webhooks_platform_id_endpoint_id_due_at_idx ON pending_webhooks USING btree (platform_id, endpoint_id, due_at);
CREATE INDEX pending_webhooks_round_started_at_idx ON pending_webhooks USING btree (round_started_at);
CREATE INDEX platforms_name_idx ON platforms USING btree ((((lower(name) || chr(9)) || id)) COLLATE "C");
CREATE INDEX refused_emits_created_at_idx ON refused_emits USING btree (created_at);
CREATE INDEX refused_emits_platform_id_request_id_idx ON refused_emits USING btree (platform_id, request_id);
CREATE INDEX sending_days_new_idx ON sending_days USING btree (workspace_id) WHERE (NOT judged);
CREATE INDEX sending_domains_check_due_at_idx ON sending_domains USING btree (check_due_at);
CREATE UNIQUE INDEX sending_domains_platform_id_key ON sending_domains USING btree (platform_id);
CREATE INDEX suppression_lifts_created_at_idx ON suppression_lifts USING btree (created_at);
CREATE INDEX suppression_lifts_workspace_id_address_hash_id_idx ON suppression_lifts USING btree (workspace_id, address_hash, id);
CREATE INDEX suppressions_address_idx ON suppressions USING btree (platform_id, address_hash);
CREATE INDEX suppressions_by_hand_idx ON suppressions USING btree (platform_id, id) WHERE (by_hand AND (workspace_id IS NULL));
CREATE INDEX suppressions_platform_id_workspace_id_id_idx ON suppressions USING btree (platform_id, workspace_id, id);
CREATE UNIQUE INDEX suppressions_platform_key ON suppressions USING btree (platform_id, address_hash, blocks) WHERE (workspace_id IS NULL);
CREATE INDEX suppressions_search_idx ON suppressions USING gin (COALESCE(workspace_id, platform_id), lower(email) gin_trgm_ops);
CREATE INDEX suppressions_short_search_idx ON suppressions USING gin (COALESCE(workspace_id, platform_id), short_parts(lower(email)));
CREATE UNIQUE INDEX suppressions_workspace_key ON suppressions USING btree (workspace_id, address_hash, blocks) WHERE (workspace_id IS NOT NULL);
CREATE UNIQUE INDEX tags_workspace_id_folded_name_key ON tags USING btree (workspace_id, folded_name);
CREATE UNIQUE INDEX tags_workspace_id_key_key ON tags USING btree (workspace_id, key);
CREATE INDEX template_drafts_platform_id_event_type_id_id_idx ON template_drafts USING btree (platform_id, event_type_id, id);
CREATE UNIQUE INDEX template_versions_platform_id_event_type_id_version_key ON template_versions USING btree (platform_id, event_type_id, version);
CREATE INDEX webhook_endpoints_live_idx ON webhook_endpoints USING btree (platform_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_redeliveries_created_at_idx ON webhook_redeliveries USING btree (created_at);
CREATE UNIQUE INDEX webhook_redeliveries_one_idx ON webhook_redeliveries USING btree (platform_id, endpoint_id) WHERE (finished_at IS NULL);
CREATE INDEX webhook_redeliveries_open_idx ON webhook_redeliveries USING btree (stepped_at) WHERE (finished_at IS NULL);
CREATE INDEX webhook_redeliveries_platform_id_endpoint_id_id_idx ON webhook_redeliveries USING btree (platform_id, endpoint_id, id);
CREATE INDEX webhooks_contact_idx ON webhooks USING btree (workspace_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX webhooks_created_at_idx ON webhooks USING btree (created_at);
CREATE INDEX webhooks_endpoint_id_id_idx ON webhooks USING btree (endpoint_id, id);
CREATE INDEX webhooks_failed_idx ON webhooks USING btree (platform_id, id) WHERE (failed_at IS NOT NULL);
CREATE INDEX webhooks_rare_type_idx ON webhooks USING btree (platform_id, type, id) WHERE (type <> 'message.delivered'::text);
CREATE INDEX webhooks_workspace_id_message_id_idx ON webhooks USING btree (workspace_id, message_id);
CREATE INDEX workspace_health_judge_at_idx ON workspace_health USING btree (judge_at);
CREATE INDEX workspace_health_workspace_id_idx ON workspace_health USING btree (workspace_id);
CREATE INDEX workspaces_deleted_at_idx ON workspaces USING btree (deleted_at);
CREATE INDEX workspaces_deleted_idx ON workspaces USING btree (platform_id, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX workspaces_live_idx ON workspaces USING btree (platform_id, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX workspaces_live_reference_key ON workspaces USING btree (platform_id, reference) WHERE (deleted_at IS NULL);

-- Foreign keys

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_platform_id_fkey" FOREIGN KEY (platform_id) REFERENCES platforms(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_platform_id_workspace_id_fkey" FOREIGN KEY (platform_id, workspace_id) REFERENCES workspaces(platform_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_workspace_id_message_id_fkey" FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "attribute_definitions" ADD CONSTRAINT "attribute_definitions_platform_id_fkey" FOREIGN KEY (platform_id) REFERENCES platforms(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "consent_changes" ADD CONSTRAINT "consent_changes_workspace_id_contact_id_fkey" FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_workspace_id_contact_id_fkey" FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_workspace_id_tag_id_fkey" FOREIGN KEY (workspace_id, tag_id) REFERENCES tags(workspace_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_platform_id_workspace_id_fkey" FOREIGN KEY (platform_id, workspace_id) REFERENCES workspaces(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "emit_rates" ADD CONSTRAINT "emit_rates_platform_id_workspace_id_fkey" FOREIGN KEY (platform_id, workspace_id) REFERENCES workspaces(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_platform_id_workspace_id_fkey" FOREIGN KEY (platform_id, workspace_id) REFERENCES workspaces(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "event_type_versions" ADD CONSTRAINT "event_type_versions_platform_id_event_type_id_fkey" FOREIGN KEY (platform_id, event_type_id) REFERENCES event_types(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "event_types" ADD CONSTRAINT "event_types_platform_id_fkey" FOREIGN KEY (platform_id) REFERENCES platforms(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "events" ADD CONSTRAINT "events_platform_id_event_type_id_fkey" FOREIGN KEY (platform_id, event_type_id) REFERENCES event_types(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "events" ADD CONSTRAINT "events_platform_id_workspace_id_fkey" FOREIGN KEY (platform_id, workspace_id) REFERENCES workspaces(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "health_changes" ADD CONSTRAINT "health_changes_platform_id_workspace_id_fkey" FOREIGN KEY (platform_id, workspace_id) REFERENCES workspace_health(platform_id, workspace_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "message_attempts" ADD CONSTRAINT "message_attempts_workspace_id_message_id_fkey" FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "message_opens" ADD CONSTRAINT "message_opens_workspace_id_message_id_fkey" FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_workspace_id_message_id_fkey" FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "messages" ADD CONSTRAINT "messages_workspace_id_event_id_fkey" FOREIGN KEY (workspace_id, event_id) REFERENCES events(workspace_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "request_budgets" ADD CONSTRAINT "request_budgets_platform_id_fkey" FOREIGN KEY (platform_id) REFERENCES platforms(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "sending_domain_records" ADD CONSTRAINT "sending_domain_records_platform_id_sending_domain_id_fkey" FOREIGN KEY (platform_id, sending_domain_id) REFERENCES sending_domains(platform_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "sending_domains" ADD CONSTRAINT "sending_domains_platform_id_fkey" FOREIGN KEY (platform_id) REFERENCES platforms(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_platform_id_workspace_id_fkey" FOREIGN KEY (platform_id, workspace_id) REFERENCES workspaces(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "tags" ADD CONSTRAINT "tags_platform_id_workspace_id_fkey" FOREIGN KEY (platform_id, workspace_id) REFERENCES workspaces(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "template_drafts" ADD CONSTRAINT "template_drafts_platform_id_event_type_id_fkey" FOREIGN KEY (platform_id, event_type_id) REFERENCES event_types(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "template_drafts" ADD CONSTRAINT "template_drafts_platform_id_saved_by_key_fkey" FOREIGN KEY (platform_id, saved_by_key) REFERENCES api_keys(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "template_tests" ADD CONSTRAINT "template_tests_platform_id_fkey" FOREIGN KEY (platform_id) REFERENCES platforms(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_platform_id_event_type_id_fkey" FOREIGN KEY (platform_id, event_type_id) REFERENCES event_types(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_platform_id_saved_by_key_fkey" FOREIGN KEY (platform_id, saved_by_key) REFERENCES api_keys(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_platform_id_fkey" FOREIGN KEY (platform_id) REFERENCES platforms(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "webhook_redeliveries" ADD CONSTRAINT "webhook_redeliveries_platform_id_endpoint_id_fkey" FOREIGN KEY (platform_id, endpoint_id) REFERENCES webhook_endpoints(platform_id, id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_platform_id_fkey" FOREIGN KEY (platform_id) REFERENCES platforms(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "workspace_health" ADD CONSTRAINT "workspace_health_platform_id_workspace_id_fkey" FOREIGN KEY (platform_id, workspace_id) REFERENCES workspaces(platform_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_platform_id_fkey" FOREIGN KEY (platform_id) REFERENCES platforms(id) ON UPDATE CASCADE ON DELETE RESTRICT;
