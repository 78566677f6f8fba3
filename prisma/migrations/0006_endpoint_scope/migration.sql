-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "body_version" SMALLINT,
ADD COLUMN     "event_types" TEXT[],
ADD COLUMN     "workspace_id" TEXT;

-- By hand
