-- AlterTable
ALTER TABLE "refused_emits" ADD COLUMN     "address_hash" BYTEA,
ADD COLUMN     "fault_words" TEXT[],
ADD COLUMN     "idempotency_key" TEXT;

-- CreateIndex
CREATE INDEX CONCURRENTLY "refused_emits_platform_id_address_hash_idx" ON "refused_emits"("platform_id", "address_hash");

-- CreateIndex
CREATE INDEX CONCURRENTLY "refused_emits_platform_id_idempotency_key_idx" ON "refused_emits"("platform_id", "idempotency_key");

-- By hand
