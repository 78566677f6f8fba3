-- AlterTable
ALTER TABLE "emit_rates" ADD COLUMN     "locked_by" BIGINT;

-- By hand
