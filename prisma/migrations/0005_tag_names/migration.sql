-- AlterTable
ALTER TABLE "tags" ADD COLUMN     "folded_name" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "tags_workspace_id_folded_name_key" ON "tags"("workspace_id", "folded_name");

-- By hand
