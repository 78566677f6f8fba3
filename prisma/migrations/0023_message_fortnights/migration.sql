-- By hand

-- Messages get partitions by the time in their ids (docs/partitions.md#messages). The table of before becomes the default partition
-- as it is, with its indexes: no row is read or written. The transaction that does so is short, and nobody sees the database
-- without a table of that name.

BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE messages RENAME TO messages_default;
ALTER INDEX messages_pkey RENAME TO messages_default_pkey;
ALTER INDEX messages_content_days_idx RENAME TO messages_default_content_days_idx;
ALTER INDEX messages_due_idx RENAME TO messages_default_due_idx;
ALTER INDEX messages_expiry_idx RENAME TO messages_default_expiry_idx;
ALTER INDEX messages_id_idx RENAME TO messages_default_id_idx;
ALTER INDEX messages_later_address_idx RENAME TO messages_default_later_address_idx;
ALTER INDEX messages_lease_idx RENAME TO messages_default_lease_idx;
ALTER INDEX messages_open_type_idx RENAME TO messages_default_open_type_idx;
ALTER INDEX messages_rare_state_idx RENAME TO messages_default_rare_state_idx;
ALTER INDEX messages_report_idx RENAME TO messages_default_report_idx;
ALTER INDEX messages_scheduled_due_idx RENAME TO messages_default_scheduled_due_idx;
ALTER INDEX messages_scheduled_type_idx RENAME TO messages_default_scheduled_type_idx;
ALTER INDEX messages_scheduled_workspace_idx RENAME TO messages_default_scheduled_workspace_idx;
ALTER INDEX messages_sent_later_idx RENAME TO messages_default_sent_later_idx;
ALTER INDEX messages_simulated_idx RENAME TO messages_default_simulated_idx;
ALTER INDEX messages_suspect_idx RENAME TO messages_default_suspect_idx;
ALTER INDEX messages_waiting_idx RENAME TO messages_default_waiting_idx;
ALTER INDEX messages_copies_idx RENAME TO messages_default_copies_idx;
ALTER INDEX messages_event_id_idx RENAME TO messages_default_event_id_idx;
CREATE TABLE messages (LIKE messages_default INCLUDING DEFAULTS) PARTITION BY RANGE (id);
ALTER TABLE messages ADD CONSTRAINT messages_pkey PRIMARY KEY (workspace_id, id);
CREATE INDEX messages_content_days_idx ON messages USING btree (content_days, (
CASE
    WHEN (send_at IS NULL) THEN created_at
    ELSE LEAST(send_at, ended_at)
END)) WHERE 
CASE
    WHEN (content_days > 0) THEN true
    ELSE NULL::boolean
END;
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
CREATE INDEX messages_copies_idx ON messages USING btree (primary_id) WHERE (primary_id IS NOT NULL);
CREATE INDEX messages_event_id_idx ON messages USING btree (event_id);
ALTER TABLE messages ATTACH PARTITION messages_default DEFAULT;
ALTER TABLE messages ALTER COLUMN "values" SET STATISTICS 0, ALTER COLUMN fell_back SET STATISTICS 0, ALTER COLUMN metadata SET STATISTICS 0;
COMMIT;
