-- AlterTable
ALTER TABLE "platforms" ADD COLUMN     "brand_version" INTEGER;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "brand_version" INTEGER;

-- CreateTable
CREATE TABLE "brand_versions" (
    "platform_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "brand_versions_pkey" PRIMARY KEY ("platform_id","version")
);

-- AddForeignKey
ALTER TABLE "brand_versions" ADD CONSTRAINT "brand_versions_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand
