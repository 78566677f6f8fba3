-- CreateTable
CREATE TABLE "live_watches" (
    "topic" TEXT NOT NULL,
    "incarnation" TEXT NOT NULL,
    "purged" BIGINT NOT NULL DEFAULT 0,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_watches_pkey" PRIMARY KEY ("topic")
);

-- CreateTable
CREATE TABLE "live_changes" (
    "seq" BIGSERIAL NOT NULL,
    "position" BIGINT,
    "topic" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "was" TEXT,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_changes_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE INDEX "live_changes_topic_position_idx" ON "live_changes"("topic", "position");

-- By hand

-- Changes that have no position yet.
CREATE INDEX live_changes_new_idx ON live_changes (seq) WHERE position IS NULL;

-- Changes are kept for minutes, and writes of mail must pay little for them: no write-ahead log. A crash of the
-- database empties both tables, so no cursor outlives it.
ALTER TABLE live_watches SET UNLOGGED;
ALTER TABLE live_changes SET UNLOGGED;
