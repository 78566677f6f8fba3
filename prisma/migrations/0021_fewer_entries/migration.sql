-- By hand

-- Addresses come in no order: each emit changed a page of its own in this index, which is logged whole after a checkpoint.
-- The messages of an address are found through its events, as those of a contact are.
DROP INDEX messages_workspace_id_address_hash_idx;

-- An emit to an address without a contact needs no entry.
DROP INDEX events_workspace_id_contact_id_idx;
CREATE INDEX events_contact_idx ON events (workspace_id, contact_id) WHERE contact_id IS NOT NULL;
