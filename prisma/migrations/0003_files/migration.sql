-- AlterTable
ALTER TABLE "attachments" ADD COLUMN     "bytes" INTEGER,
ADD COLUMN     "file_hash" BYTEA,
ADD COLUMN     "platform_id" TEXT,
ALTER COLUMN "content" DROP NOT NULL;

-- CreateTable
CREATE TABLE "files" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "files_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateTable
CREATE TABLE "file_contents" (
    "platform_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "content" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "keep_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "file_contents_pkey" PRIMARY KEY ("platform_id","hash")
);

-- CreateIndex
CREATE INDEX "files_platform_id_hash_idx" ON "files"("platform_id", "hash");

-- CreateIndex
CREATE INDEX "files_expires_at_idx" ON "files"("expires_at");

-- CreateIndex
CREATE INDEX "file_contents_keep_until_idx" ON "file_contents"("keep_until");

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_platform_id_hash_fkey" FOREIGN KEY ("platform_id", "hash") REFERENCES "file_contents"("platform_id", "hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_platform_id_file_hash_fkey" FOREIGN KEY ("platform_id", "file_hash") REFERENCES "file_contents"("platform_id", "hash") ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "attachments" VALIDATE CONSTRAINT "attachments_platform_id_file_hash_fkey";

-- By hand

-- What the purge of contents looks for; few attachments name a file.
CREATE INDEX CONCURRENTLY "attachments_file_idx" ON "attachments" ("platform_id", "file_hash") WHERE "file_hash" IS NOT NULL;
