-- DropIndex
DROP INDEX "webhooks_platform_id_state_id_idx";

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "failed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "pending_webhooks" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "round_started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_webhooks_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateIndex
CREATE INDEX "pending_webhooks_platform_id_endpoint_id_due_at_idx" ON "pending_webhooks"("platform_id", "endpoint_id", "due_at");

-- CreateIndex
CREATE INDEX "pending_webhooks_round_started_at_idx" ON "pending_webhooks"("round_started_at");

-- AddForeignKey
ALTER TABLE "pending_webhooks" ADD CONSTRAINT "pending_webhooks_platform_id_id_fkey" FOREIGN KEY ("platform_id", "id") REFERENCES "webhooks"("platform_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand

-- A webhook that is pending has a row of its own in the place of entries in indexes by state and by time. A result then
-- changes no indexed column of `webhooks`, so its new version stays in its page and writes no index entry. It wrote
-- seven.
INSERT INTO pending_webhooks (platform_id, id, endpoint_id, due_at, round_started_at)
SELECT platform_id, id, endpoint_id, due_at, round_started_at FROM webhooks WHERE state = 'pending';

-- The time is known no better: a webhook fails 72 hours after its round began, or with its endpoint.
UPDATE webhooks SET failed_at = least(round_started_at + interval '72 hours', now()) WHERE state = 'failed';
CREATE INDEX webhooks_failed_idx ON webhooks (platform_id, id) WHERE failed_at IS NOT NULL;

DROP INDEX webhooks_due_idx;
DROP INDEX webhooks_round_idx;

-- Room in a page for the versions of a claim and of a result, which is half as long again as the row. At 50 every third
-- result left its page and wrote an entry into every index.
ALTER TABLE webhooks SET (fillfactor = 35);
ALTER TABLE pending_webhooks SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
