-- Emits of a type without a template have events and no messages, and no limit of thirty an hour. Whoever looks for the
-- messages of an address passes over such events. True for all events of before, which are not rewritten.
ALTER TABLE "events" ADD COLUMN     "mails" BOOLEAN NOT NULL DEFAULT true;

-- The new index before the old one goes: until then, readers are not locked out.
CREATE INDEX "events_workspace_id_address_hash_mails_idx" ON "events"("workspace_id", "address_hash", "mails");

DROP INDEX "events_workspace_id_address_hash_idx";
