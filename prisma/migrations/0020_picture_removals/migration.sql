-- AlterTable
ALTER TABLE "pictures" ADD COLUMN     "object" TEXT;

-- CreateTable
CREATE TABLE "picture_removals" (
    "platform_id" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "picture_removals_pkey" PRIMARY KEY ("platform_id","object")
);

-- CreateIndex
CREATE INDEX "picture_removals_due_at_idx" ON "picture_removals"("due_at");

-- CreateIndex
CREATE INDEX "picture_removals_next_at_idx" ON "picture_removals"("next_at");

-- AddForeignKey
ALTER TABLE "picture_removals" ADD CONSTRAINT "picture_removals_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand
