-- AlterTable
ALTER TABLE "template_versions" ADD COLUMN     "content_bytes" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "lost_leases" INTEGER NOT NULL DEFAULT 0;

-- By hand
UPDATE template_versions SET content_bytes = octet_length(composition::text) + octet_length(translations::text);

-- Few messages lose a lease. They are claimed apart from the others, a few at a time.
CREATE INDEX messages_suspect_idx ON messages (workspace_id, due_at) WHERE state = 'queued' AND lost_leases > 0;
