-- AlterTable
ALTER TABLE "erasures" ADD COLUMN     "searched" TEXT;

-- CreateTable
CREATE TABLE "former_addresses" (
    "workspace_id" TEXT NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "contact_id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_addresses_pkey" PRIMARY KEY ("workspace_id","address_hash","contact_id")
);

-- CreateIndex
CREATE INDEX "former_addresses_workspace_id_contact_id_idx" ON "former_addresses"("workspace_id", "contact_id");

-- CreateIndex
CREATE INDEX "former_addresses_until_idx" ON "former_addresses"("until");

-- By hand

-- Every claim of webhooks asks whether an erasure is under way in the workspace.
CREATE INDEX erasures_unfinished_idx ON erasures (workspace_id) WHERE finished_at IS NULL;
