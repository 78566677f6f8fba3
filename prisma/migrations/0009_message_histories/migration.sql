-- By hand

-- What happened to messages gets partitions by the time in the id of the message (docs/partitions.md). The table of before
-- becomes the default partition as it is: no row is read or written. The transaction that does so is short, and nobody sees
-- the database without a table of that name. A step that waits for two tables gives up before PostgreSQL looks for a deadlock.

-- The version before leaves it to foreign keys to remove the history of a message that an erasure removes. Until no such
-- version runs any more this trigger does; the next release drops it. Old messages are left to the partitions.
CREATE FUNCTION remove_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_attempts WHERE workspace_id = OLD.workspace_id AND message_id = OLD.id;
  DELETE FROM message_reports WHERE workspace_id = OLD.workspace_id AND message_id = OLD.id;
  DELETE FROM message_opens WHERE workspace_id = OLD.workspace_id AND message_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER messages_history AFTER DELETE ON messages FOR EACH ROW
  WHEN (OLD.created_at > now() - interval '89 days') EXECUTE FUNCTION remove_history();

CREATE INDEX CONCURRENTLY message_attempts_default_message_id_idx ON message_attempts (message_id);
BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE message_attempts DROP CONSTRAINT message_attempts_workspace_id_message_id_fkey;
COMMIT;
BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE message_attempts RENAME TO message_attempts_default;
ALTER INDEX message_attempts_pkey RENAME TO message_attempts_default_pkey;
CREATE TABLE message_attempts (LIKE message_attempts_default) PARTITION BY RANGE (message_id);
ALTER TABLE message_attempts ADD CONSTRAINT message_attempts_pkey PRIMARY KEY (workspace_id, message_id, number);
ALTER TABLE message_attempts ATTACH PARTITION message_attempts_default DEFAULT;
ALTER TABLE message_attempts ALTER COLUMN reply SET STATISTICS 0;
COMMIT;

CREATE INDEX CONCURRENTLY message_reports_default_message_id_idx ON message_reports (message_id);
BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE message_reports DROP CONSTRAINT message_reports_workspace_id_message_id_fkey;
COMMIT;
BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE message_reports RENAME TO message_reports_default;
ALTER INDEX message_reports_pkey RENAME TO message_reports_default_pkey;
CREATE TABLE message_reports (LIKE message_reports_default) PARTITION BY RANGE (message_id);
ALTER TABLE message_reports ADD CONSTRAINT message_reports_pkey PRIMARY KEY (workspace_id, message_id, number);
ALTER TABLE message_reports ATTACH PARTITION message_reports_default DEFAULT;
COMMIT;

CREATE INDEX CONCURRENTLY message_opens_default_message_id_idx ON message_opens (message_id);
BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE message_opens DROP CONSTRAINT message_opens_workspace_id_message_id_fkey;
COMMIT;
BEGIN;
SET LOCAL lock_timeout = '500ms';
ALTER TABLE message_opens RENAME TO message_opens_default;
ALTER INDEX message_opens_pkey RENAME TO message_opens_default_pkey;
CREATE TABLE message_opens (LIKE message_opens_default) PARTITION BY RANGE (message_id);
ALTER TABLE message_opens ADD CONSTRAINT message_opens_pkey PRIMARY KEY (workspace_id, message_id, id);
ALTER TABLE message_opens ATTACH PARTITION message_opens_default DEFAULT;
COMMIT;
