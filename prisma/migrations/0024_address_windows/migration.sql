-- By hand

-- One text index for the search for a part of an address, instead of two (docs/rules.md#list-work): it costs a contact that is
-- written half the time, and the entries of a workspace lie together. Each window of three characters, shorter at the end of the
-- address, stands behind the last four characters of the workspace's id, or of the platform's. `short_parts` stays for the version
-- before, whose searches beside this one read more rows. The function is not strict: a strict one would not become a part of the
-- index's expression, and be called by itself for each row.
CREATE FUNCTION address_windows(scope text, address text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_tsvector(string_to_array(
    right(scope, 4) || regexp_replace(address, '(...)', E'\\1\n' || right(scope, 4), 'g') || E'\n' ||
    right(scope, 4) || regexp_replace(substr(address, 2), '(...)', E'\\1\n' || right(scope, 4), 'g') || E'\n' ||
    right(scope, 4) || regexp_replace(substr(address, 3), '(...)', E'\\1\n' || right(scope, 4), 'g'), E'\n'));

CREATE INDEX CONCURRENTLY contacts_windows_idx ON contacts USING gin (address_windows(workspace_id, lower(email)));
CREATE INDEX CONCURRENTLY suppressions_windows_idx ON suppressions USING gin (address_windows(COALESCE(workspace_id, platform_id), lower(email)));
DROP INDEX CONCURRENTLY contacts_search_idx;
DROP INDEX CONCURRENTLY contacts_short_search_idx;
DROP INDEX CONCURRENTLY suppressions_search_idx;
DROP INDEX CONCURRENTLY suppressions_short_search_idx;
