-- By hand

-- Every letter of a text, and every two that follow each other (those at odd places, then those at even ones): what a
-- search of one or two characters looks for, and one of signs in which pg_trgm sees no word. The cost keeps the planner
-- from computing it for rows that it reads. An expression: the script of a migration is cut at each semicolon.
CREATE FUNCTION short_parts(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000
RETURN string_to_array($1, NULL)
  || string_to_array(regexp_replace($1, '(..)', E'\\1\n', 'g'), E'\n')
  || string_to_array(regexp_replace(substr($1, 2), '(..)', E'\\1\n', 'g'), E'\n');
CREATE INDEX contacts_short_search_idx ON contacts USING gin (workspace_id, short_parts(lower(email)));
