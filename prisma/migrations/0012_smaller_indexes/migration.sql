-- By hand

-- The same look-ups by fewer bytes (docs/partitions.md#bytes-of-a-message). An id begins with its time, so an index whose first
-- column is one is written at its end, and its pages are full. One that begins with the workspace is written at as many places
-- as there are workspaces, and its pages are half empty. Each new index is there before the one that it replaces goes.

CREATE UNIQUE INDEX CONCURRENTLY "messages_event_id_workspace_id_key" ON "messages" ("event_id", "workspace_id");
DROP INDEX CONCURRENTLY "messages_workspace_id_event_id_key";

-- Nothing reads it: messages are found by id, by their event and by what they wait for.
DROP INDEX CONCURRENTLY "messages_created_at_idx";

-- A type is of one platform, and a contact of one workspace.
CREATE INDEX CONCURRENTLY "events_event_type_id_id_idx" ON "events" ("event_type_id", "id");
DROP INDEX CONCURRENTLY "events_platform_id_event_type_id_id_idx";
CREATE INDEX CONCURRENTLY events_contact_id_idx ON events USING btree (contact_id) WHERE (contact_id IS NOT NULL);
DROP INDEX CONCURRENTLY events_contact_idx;

CREATE INDEX CONCURRENTLY "idempotency_keys_event_id_idx" ON "idempotency_keys" ("event_id");
BEGIN;
SET LOCAL lock_timeout = '500ms';
DROP INDEX "idempotency_keys_workspace_id_event_id_idx";
COMMIT;
