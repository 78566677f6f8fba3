-- AlterTable
ALTER TABLE "template_versions" ADD COLUMN     "languages" JSONB,
ADD COLUMN     "note" TEXT,
ADD COLUMN     "saved_by_key" TEXT;

-- CreateTable
CREATE TABLE "template_drafts" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "event_type_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "base_version" INTEGER,
    "subject" TEXT,
    "from_local_part" TEXT,
    "display_name" TEXT,
    "reply_to" TEXT,
    "locale" TEXT,
    "composition" JSONB,
    "translations" JSONB,
    "content_bytes" INTEGER NOT NULL,
    "saved_by_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "template_drafts_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "template_tests" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "template_tests_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateIndex
CREATE INDEX "template_drafts_platform_id_event_type_id_id_idx" ON "template_drafts"("platform_id", "event_type_id", "id");

-- AddForeignKey
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_platform_id_saved_by_key_fkey" FOREIGN KEY ("platform_id", "saved_by_key") REFERENCES "api_keys"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_drafts" ADD CONSTRAINT "template_drafts_platform_id_event_type_id_fkey" FOREIGN KEY ("platform_id", "event_type_id") REFERENCES "event_types"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_drafts" ADD CONSTRAINT "template_drafts_platform_id_saved_by_key_fkey" FOREIGN KEY ("platform_id", "saved_by_key") REFERENCES "api_keys"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_tests" ADD CONSTRAINT "template_tests_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand
