-- AlterTable
ALTER TABLE "event_types" ADD COLUMN     "layout_version" INTEGER;

-- AlterTable
ALTER TABLE "template_versions" ADD COLUMN     "layout" TEXT;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "layout_version" INTEGER;

-- CreateTable
CREATE TABLE "layouts" (
    "platform_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "layouts_pkey" PRIMARY KEY ("platform_id","name")
);

-- CreateTable
CREATE TABLE "layout_versions" (
    "platform_id" TEXT NOT NULL,
    "layout" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "variables" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "layout_versions_pkey" PRIMARY KEY ("platform_id","layout","version")
);

-- AddForeignKey
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "layout_versions" ADD CONSTRAINT "layout_versions_platform_id_layout_fkey" FOREIGN KEY ("platform_id", "layout") REFERENCES "layouts"("platform_id", "name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand
