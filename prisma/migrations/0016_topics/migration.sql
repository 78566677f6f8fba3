-- AlterTable
ALTER TABLE "contacts" ADD COLUMN     "topics" JSONB;

-- AlterTable
ALTER TABLE "consent_changes" ADD COLUMN     "topic" TEXT;

-- AlterTable
ALTER TABLE "event_types" ADD COLUMN     "topic" TEXT;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "topic" TEXT;

-- CreateTable
CREATE TABLE "topics" (
    "platform_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "translations" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "topics_pkey" PRIMARY KEY ("platform_id","key")
);

-- CreateTable
CREATE TABLE "workspace_topics" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "translations" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_topics_pkey" PRIMARY KEY ("workspace_id","key")
);

-- CreateIndex
CREATE INDEX "workspace_topics_platform_id_key_idx" ON "workspace_topics"("platform_id", "key");

-- AddForeignKey
ALTER TABLE "topics" ADD CONSTRAINT "topics_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_topics" ADD CONSTRAINT "workspace_topics_platform_id_key_fkey" FOREIGN KEY ("platform_id", "key") REFERENCES "topics"("platform_id", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_topics" ADD CONSTRAINT "workspace_topics_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand
