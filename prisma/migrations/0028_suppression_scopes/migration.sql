-- By hand

-- Suppressions get a key that begins with where they hold (docs/rules.md#suppression-scopes): the id of the workspace, or that of
-- the platform, which stands for no workspace. What those of whole platforms block also stands in a table of its own, of which
-- each machine can have a copy. The version before writes neither: triggers do.
ALTER TABLE suppressions ADD COLUMN scope_id text;
CREATE TABLE IF NOT EXISTS platform_blocks (
  platform_id text NOT NULL,
  address_hash bytea NOT NULL,
  blocks suppression_blocks NOT NULL,
  CONSTRAINT platform_blocks_pkey PRIMARY KEY (platform_id, address_hash, blocks)
);

CREATE OR REPLACE FUNCTION scope_suppression() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.scope_id := coalesce(NEW.workspace_id, NEW.platform_id);
  RETURN NEW;
END
$$;
-- A block that is lifted holds its row until then, so nobody finds it here without its suppression, or the other way round.
CREATE OR REPLACE FUNCTION keep_platform_block() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM platform_blocks
    WHERE platform_id = OLD.platform_id AND address_hash = OLD.address_hash AND blocks = OLD.blocks;
  ELSE
    INSERT INTO platform_blocks (platform_id, address_hash, blocks) VALUES (NEW.platform_id, NEW.address_hash, NEW.blocks)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
BEGIN;
CREATE OR REPLACE TRIGGER suppressions_scope BEFORE INSERT ON suppressions FOR EACH ROW
  WHEN (NEW.scope_id IS NULL) EXECUTE FUNCTION scope_suppression();
CREATE OR REPLACE TRIGGER suppressions_wide AFTER INSERT OR UPDATE OF scope_id ON suppressions FOR EACH ROW
  WHEN (NEW.workspace_id IS NULL) EXECUTE FUNCTION keep_platform_block();
CREATE OR REPLACE TRIGGER suppressions_lifted AFTER DELETE ON suppressions FOR EACH ROW
  WHEN (OLD.workspace_id IS NULL) EXECUTE FUNCTION keep_platform_block();
COMMIT;

UPDATE suppressions SET scope_id = coalesce(workspace_id, platform_id)
WHERE scope_id IS NULL AND (platform_id, id) > ('', '');
ALTER TABLE suppressions ADD CONSTRAINT suppressions_scope_id_check CHECK (scope_id IS NOT NULL) NOT VALID;
ALTER TABLE suppressions VALIDATE CONSTRAINT suppressions_scope_id_check;
ALTER TABLE suppressions ALTER COLUMN scope_id SET NOT NULL;
ALTER TABLE suppressions DROP CONSTRAINT suppressions_scope_id_check;

CREATE UNIQUE INDEX CONCURRENTLY suppressions_scope_id_address_hash_blocks_key ON suppressions (scope_id, address_hash, blocks);
-- What the key did until now.
CREATE INDEX CONCURRENTLY suppressions_platform_id_id_idx ON suppressions (platform_id, id);
ALTER TABLE suppressions DROP CONSTRAINT suppressions_pkey,
  ADD CONSTRAINT suppressions_pkey PRIMARY KEY (scope_id, id);
