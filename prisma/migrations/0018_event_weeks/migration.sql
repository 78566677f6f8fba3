-- By hand

-- Events get partitions by the time in their ids (docs/partitions.md). The table of before becomes the default partition as it
-- is, with its indexes: no row is read or written. The transaction that does so is short, and nobody sees the database without
-- a table of that name. A step that waits for two tables gives up before PostgreSQL looks for a deadlock.

-- To drop a partition PostgreSQL would lock the tables that foreign keys lead to, and look for the messages of each event.
-- Whoever removes events removes their messages. What retention of the version before leaves of them has exceeded its retention
-- as well, so nobody sees it, and this version removes it. An emit locks the rows of its workspace and of its type, which are
-- not removed beside it.

BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE messages DROP CONSTRAINT messages_workspace_id_event_id_fkey;
COMMIT;
BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE events DROP CONSTRAINT events_platform_id_event_type_id_fkey;
COMMIT;
BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE events DROP CONSTRAINT events_platform_id_workspace_id_fkey;
COMMIT;

BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE events RENAME TO events_default;
ALTER INDEX events_pkey RENAME TO events_default_pkey;
ALTER INDEX events_created_at_idx RENAME TO events_default_created_at_idx;
ALTER INDEX events_event_type_id_id_idx RENAME TO events_default_event_type_id_id_idx;
ALTER INDEX events_contact_id_idx RENAME TO events_default_contact_id_idx;
ALTER INDEX events_address_key_idx RENAME TO events_default_address_key_idx;
ALTER INDEX events_metadata_idx RENAME TO events_default_metadata_idx;
ALTER INDEX events_content_days_idx RENAME TO events_default_content_days_idx;
ALTER INDEX events_copy_of_idx RENAME TO events_default_copy_of_idx;
CREATE TABLE events (LIKE events_default INCLUDING DEFAULTS) PARTITION BY RANGE (id);
ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (workspace_id, id);
CREATE INDEX events_created_at_idx ON events (created_at);
CREATE INDEX events_event_type_id_id_idx ON events (event_type_id, id);
CREATE INDEX events_contact_id_idx ON events USING btree (contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX events_address_key_idx ON events USING btree (((((((((created_at AT TIME ZONE 'UTC'::text))::date - '2000-01-03'::date) / 28))::bigint << 40) | (hashtextextended((workspace_id || encode(address_hash, 'hex'::text)), (0)::bigint) & '1099511627775'::bigint))), mails);
CREATE INDEX events_metadata_idx ON events USING gin (metadata_keys((((((created_at AT TIME ZONE 'UTC'::text))::date - '2000-01-03'::date) / 28))::bigint, workspace_id, metadata)) WITH (fastupdate=off) WHERE (metadata IS NOT NULL);
CREATE INDEX events_content_days_idx ON events USING btree (content_days, created_at) WHERE
CASE
    WHEN (content_days > 0) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX events_copy_of_idx ON events USING btree (copy_of) WHERE (copy_of IS NOT NULL);
ALTER TABLE events ATTACH PARTITION events_default DEFAULT;
ALTER TABLE events ALTER COLUMN payload SET STATISTICS 0, ALTER COLUMN metadata SET STATISTICS 0;
COMMIT;
