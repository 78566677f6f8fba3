-- By hand

-- Ends a write of emits in which two new idempotency keys met (src/events/emit/write-emits.ts). A statement that has
-- counted addresses can be undone only by an error. The error names no key, since PostgreSQL logs its text. The script of
-- a migration is cut at each semicolon, so those of the function are written as \073.
CREATE FUNCTION end_met_keys() RETURNS boolean LANGUAGE plpgsql AS E'
BEGIN
  RAISE EXCEPTION USING ERRCODE = ''TD001'', MESSAGE = ''two new idempotency keys met''\073
END\073';
