-- By hand

-- No statement looks rows up by these columns, and sorting their values took most of an ANALYZE.
ALTER TABLE messages ALTER COLUMN values SET STATISTICS 0, ALTER COLUMN fell_back SET STATISTICS 0;
ALTER TABLE events ALTER COLUMN payload SET STATISTICS 0;
ALTER TABLE idempotency_keys ALTER COLUMN answer SET STATISTICS 0, ALTER COLUMN body_hash SET STATISTICS 0;
ALTER TABLE emit_rates ALTER COLUMN recent SET STATISTICS 0;
ALTER TABLE message_attempts ALTER COLUMN reply SET STATISTICS 0;
