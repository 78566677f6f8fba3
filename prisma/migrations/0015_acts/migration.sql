-- AlterEnum
ALTER TYPE "suppression_reason" ADD VALUE 'manual';

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "had_files" BOOLEAN;

-- AlterTable
ALTER TABLE "suppressions" ADD COLUMN     "api_key_id" TEXT,
ADD COLUMN     "note" TEXT;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "paused_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "purged_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "message_resends" (
    "workspace_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "original_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_resends_pkey" PRIMARY KEY ("workspace_id","message_id")
);

-- CreateTable
CREATE TABLE "suppression_lifts" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "reason" "suppression_reason" NOT NULL,
    "platform_wide" BOOLEAN NOT NULL,
    "suppressed_at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT,
    "api_key_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppression_lifts_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "webhook_redeliveries" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "position" TEXT NOT NULL,
    "examined" INTEGER NOT NULL DEFAULT 0,
    "redelivered" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "stepped_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_redeliveries_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateIndex
CREATE INDEX "message_resends_workspace_id_original_id_message_id_idx" ON "message_resends"("workspace_id", "original_id", "message_id");

-- CreateIndex
CREATE INDEX "message_resends_created_at_idx" ON "message_resends"("created_at");

-- CreateIndex
CREATE INDEX "suppression_lifts_workspace_id_address_hash_id_idx" ON "suppression_lifts"("workspace_id", "address_hash", "id");

-- CreateIndex
CREATE INDEX "suppression_lifts_created_at_idx" ON "suppression_lifts"("created_at");

-- CreateIndex
CREATE INDEX "webhook_redeliveries_platform_id_endpoint_id_id_idx" ON "webhook_redeliveries"("platform_id", "endpoint_id", "id");

-- CreateIndex
CREATE INDEX "webhook_redeliveries_created_at_idx" ON "webhook_redeliveries"("created_at");

-- AddForeignKey
ALTER TABLE "webhook_redeliveries" ADD CONSTRAINT "webhook_redeliveries_platform_id_endpoint_id_fkey" FOREIGN KEY ("platform_id", "endpoint_id") REFERENCES "webhook_endpoints"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand

-- The redeliveries that go on, the one that waited longest first, and at most one of an endpoint.
CREATE INDEX webhook_redeliveries_open_idx ON webhook_redeliveries (stepped_at) WHERE finished_at IS NULL;
CREATE UNIQUE INDEX webhook_redeliveries_one_idx ON webhook_redeliveries (platform_id, endpoint_id) WHERE finished_at IS NULL;

-- The workspaces whose deletion can be undone.
CREATE INDEX workspaces_deleted_idx ON workspaces (platform_id, id) WHERE deleted_at IS NOT NULL;

-- Files are kept only while their message is not final: these are all messages that have files now.
UPDATE messages m SET had_files = true
FROM (SELECT DISTINCT workspace_id, message_id FROM attachments) a
WHERE m.workspace_id = a.workspace_id AND m.id = a.message_id;
