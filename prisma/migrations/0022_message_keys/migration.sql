-- By hand

-- What stands in the way of partitions of messages (docs/partitions.md#messages): a trigger, a foreign key that leads to them, and
-- keys that are unique without the id.

-- The version before removes what happened to messages itself. A move out of the default partition would run the trigger.
BEGIN;
SET LOCAL lock_timeout = '500ms';
DROP TRIGGER messages_history ON messages;
COMMIT;
DROP FUNCTION remove_history();

-- Whoever removes messages removes their files. What the version before leaves of them a sweep removes.
BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE attachments DROP CONSTRAINT attachments_workspace_id_message_id_fkey;
COMMIT;

-- A unique key of a table with partitions has the column that says in which one a row is. That an event has one message, and an
-- address one copy of a mail, is kept by the emit, which writes all of them. Each new index is there before the one that it
-- replaces goes.
CREATE INDEX CONCURRENTLY messages_event_id_idx ON messages USING btree (event_id);
DROP INDEX CONCURRENTLY "messages_event_id_workspace_id_key";
CREATE INDEX CONCURRENTLY messages_copies_idx ON messages USING btree (primary_id) WHERE (primary_id IS NOT NULL);
DROP INDEX CONCURRENTLY messages_primary_id_idx;
