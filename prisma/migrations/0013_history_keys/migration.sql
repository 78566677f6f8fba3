-- By hand

-- What happened to messages has keys that begin with the id of the message, and so with its time: they are written at their end,
-- and their pages are full (docs/partitions.md#bytes-of-a-message). The index that the default partitions had of it is needless.

ALTER TABLE message_attempts DROP CONSTRAINT message_attempts_pkey,
  ADD CONSTRAINT message_attempts_pkey PRIMARY KEY (message_id, workspace_id, number);
DROP INDEX CONCURRENTLY message_attempts_default_message_id_idx;

ALTER TABLE message_reports DROP CONSTRAINT message_reports_pkey,
  ADD CONSTRAINT message_reports_pkey PRIMARY KEY (message_id, workspace_id, number);
DROP INDEX CONCURRENTLY message_reports_default_message_id_idx;

ALTER TABLE message_opens DROP CONSTRAINT message_opens_pkey,
  ADD CONSTRAINT message_opens_pkey PRIMARY KEY (message_id, workspace_id, id);
DROP INDEX CONCURRENTLY message_opens_default_message_id_idx;
