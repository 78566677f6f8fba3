-- AlterEnum
ALTER TYPE "simulation" ADD VALUE 'reply';

-- AlterEnum
ALTER TYPE "dns_record_purpose" ADD VALUE 'reply';

-- AlterTable
ALTER TABLE "sending_domains" ADD COLUMN     "takes_replies" BOOLEAN;

-- CreateTable
CREATE TABLE "message_replies" (
    "workspace_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "automatic" BOOLEAN NOT NULL,
    "from_recipient" BOOLEAN NOT NULL,
    "from_address" TEXT,
    "from_name" TEXT,
    "mail_id" TEXT,
    "in_reply_to" TEXT,
    "subject" TEXT,
    "text" TEXT,
    "answer" TEXT,
    "cut" BOOLEAN NOT NULL,
    "spam" BOOLEAN,
    "spam_score" DOUBLE PRECISION,
    "spam_threshold" DOUBLE PRECISION,
    "content_until" TIMESTAMPTZ(3),

    CONSTRAINT "message_replies_pkey" PRIMARY KEY ("message_id","workspace_id","id")
);

-- CreateTable
CREATE TABLE "reply_files" (
    "workspace_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "reply_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "filename" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "reply_files_pkey" PRIMARY KEY ("message_id","workspace_id","reply_id","position")
);

-- CreateIndex
CREATE INDEX "message_replies_workspace_id_id_idx" ON "message_replies"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "message_replies_content_until_idx" ON "message_replies"("content_until");

-- AddForeignKey
ALTER TABLE "reply_files" ADD CONSTRAINT "reply_files_message_id_workspace_id_reply_id_fkey" FOREIGN KEY ("message_id", "workspace_id", "reply_id") REFERENCES "message_replies"("message_id", "workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand
