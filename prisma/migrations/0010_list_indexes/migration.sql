-- By hand

-- Search for a part of an address, in one workspace or on the whole platform, as for contacts.
CREATE INDEX suppressions_search_idx ON suppressions USING gin (coalesce(workspace_id, platform_id), lower(email) gin_trgm_ops);
CREATE INDEX suppressions_short_search_idx ON suppressions USING gin (coalesce(workspace_id, platform_id), short_parts(lower(email)));

-- The states in which few messages end, in the order of the list. An emit and a delivery write no entry.
CREATE INDEX messages_rare_state_idx ON messages (workspace_id, state, id)
  WHERE state IN ('bounced', 'complained', 'suppressed', 'failed', 'expired');

-- A list of workspaces passes none that is deleted.
CREATE INDEX workspaces_live_idx ON workspaces (platform_id, id) WHERE deleted_at IS NULL;

-- A workspace that grows quickly in a large table is known to the statistics early: other reads than lists rely on them.
ALTER TABLE contacts SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE contact_tags SET (autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE suppressions SET (autovacuum_analyze_scale_factor = 0.02);
