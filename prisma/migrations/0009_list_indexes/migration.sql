-- By hand

-- Search for a part of an address, in one workspace or on the whole platform, as for contacts.
CREATE INDEX suppressions_search_idx ON suppressions USING gin (coalesce(workspace_id, platform_id), lower(email) gin_trgm_ops);
CREATE INDEX suppressions_short_search_idx ON suppressions USING gin (coalesce(workspace_id, platform_id), short_parts(lower(email)));

-- The states in which few messages end, in the order of the list. An emit and a delivery write no entry.
CREATE INDEX messages_rare_state_idx ON messages (workspace_id, state, id)
  WHERE state IN ('bounced', 'complained', 'suppressed', 'failed', 'expired');

-- A list of workspaces passes none that is deleted.
CREATE INDEX workspaces_live_idx ON workspaces (platform_id, id) WHERE deleted_at IS NULL;
