-- AlterTable
ALTER TABLE "attachments" ADD COLUMN     "content_id" TEXT;

-- By hand
