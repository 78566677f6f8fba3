-- By hand

-- Changes of figures get a key (docs/rules.md#figures): a fold names its rows by it, and a copy of the table on another machine can
-- be kept up. The database gives it, so a process of the version before writes it too. The table holds what was changed since the
-- last fold, a second ago, so the update has few rows.
BEGIN;
ALTER TABLE figure_changes ADD COLUMN id uuid;
ALTER TABLE figure_changes ALTER COLUMN id SET DEFAULT gen_random_uuid();
COMMIT;
UPDATE figure_changes SET id = gen_random_uuid() WHERE id IS NULL;
ALTER TABLE figure_changes ADD CONSTRAINT figure_changes_id_check CHECK (id IS NOT NULL) NOT VALID;
ALTER TABLE figure_changes VALIDATE CONSTRAINT figure_changes_id_check;
ALTER TABLE figure_changes ALTER COLUMN id SET NOT NULL;
ALTER TABLE figure_changes DROP CONSTRAINT figure_changes_id_check;
CREATE UNIQUE INDEX CONCURRENTLY figure_changes_pkey ON figure_changes (id, workspace_id);
ALTER TABLE figure_changes ADD CONSTRAINT figure_changes_pkey PRIMARY KEY USING INDEX figure_changes_pkey;
