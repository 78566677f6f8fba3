-- CreateEnum
CREATE TYPE "copy_role" AS ENUM ('cc', 'bcc');

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "copy_of" TEXT;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "primary_id" TEXT,
ADD COLUMN     "role" "copy_role";

-- By hand

-- Rows that are no copy are in neither index, so that emits without copies write none of them. The second says that an
-- address has one copy of a mail, whatever its role.
CREATE INDEX CONCURRENTLY events_copy_of_idx ON events (copy_of) WHERE copy_of IS NOT NULL;
CREATE UNIQUE INDEX CONCURRENTLY messages_primary_id_idx ON messages (primary_id, address_hash, workspace_id)
  WHERE primary_id IS NOT NULL;
