-- AlterTable
ALTER TABLE "event_types" ADD COLUMN     "content_days" SMALLINT;

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "content_days" SMALLINT;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "content_days" SMALLINT;

-- By hand

-- Content with days of its own that are still to end, by the time from which they count (src/retention/strip-short-content.ts).
CREATE INDEX CONCURRENTLY messages_content_days_idx ON messages USING btree (content_days, (
CASE
    WHEN (send_at IS NULL) THEN created_at
    ELSE LEAST(send_at, ended_at)
END)) WHERE
CASE
    WHEN (content_days > 0) THEN true
    ELSE NULL::boolean
END;
CREATE INDEX CONCURRENTLY events_content_days_idx ON events USING btree (content_days, created_at) WHERE
CASE
    WHEN (content_days > 0) THEN true
    ELSE NULL::boolean
END;
