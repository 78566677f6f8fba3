-- By hand
-- The order by name, as src/platforms/list-platforms.ts writes it.
CREATE INDEX platforms_name_idx ON platforms (((lower(name) || chr(9) || id) COLLATE "C"));
