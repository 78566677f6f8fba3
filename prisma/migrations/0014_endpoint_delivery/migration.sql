-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "alert_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "alert_email" TEXT,
ADD COLUMN     "alert_level" SMALLINT,
ADD COLUMN     "alert_tries" SMALLINT,
ADD COLUMN     "disabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "failed_at" TIMESTAMPTZ(3),
ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "headers_sealed" BYTEA,
ADD COLUMN     "rate_at" TIMESTAMPTZ(6),
ADD COLUMN     "rate_limit" SMALLINT;

-- By hand
