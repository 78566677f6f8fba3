-- CreateEnum
CREATE TYPE "api_key_scope" AS ENUM ('send', 'read', 'people', 'manage');

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "scopes" "api_key_scope"[] DEFAULT ARRAY['send', 'read', 'people', 'manage']::"api_key_scope"[],
ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "workspace_id" TEXT;

-- AlterTable
ALTER TABLE "platforms" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "platform_id" TEXT,
    "api_key_id" TEXT,
    "operation" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT,
    "request_id" TEXT NOT NULL,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_keys_id_idx" ON "api_keys"("id");

-- CreateIndex
CREATE INDEX "audit_entries_platform_id_id_idx" ON "audit_entries"("platform_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_object_id_id_idx" ON "audit_entries"("object_id", "id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand
