-- By hand

-- A message has nobody else's id, so its attempts need no workspace in their key: an entry takes 48 bytes instead of 80
-- (docs/partitions.md#bytes-of-a-message). What inserts attempts names no key, in the version before too.
ALTER TABLE message_attempts DROP CONSTRAINT message_attempts_pkey,
  ADD CONSTRAINT message_attempts_pkey PRIMARY KEY (message_id, number);
