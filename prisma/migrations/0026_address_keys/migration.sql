-- By hand

-- Addresses come in no order, so each emit changed a page of its own in the index by address, which is logged whole after a
-- checkpoint. The key is that of src/events/address-key.ts: the events of four weeks lie together, and it is a quarter as
-- large. The new index before the old one goes: until then, readers are not locked out.
CREATE INDEX events_address_key_idx ON events
  ((((((created_at AT TIME ZONE 'UTC')::date - date '2000-01-03') / 28)::bigint << 40)
    | (hashtextextended(workspace_id || encode(address_hash, 'hex'), 0) & 1099511627775)), mails);

-- Without statistics of the key, a lookup in a large table reads the table.
ANALYZE events;
-- As messages have it: new workspaces become known, and what retention deleted leaves the indexes.
ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

DROP INDEX "events_workspace_id_address_hash_mails_idx";
