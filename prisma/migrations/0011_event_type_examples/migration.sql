-- AlterTable
ALTER TABLE "event_types" ADD COLUMN     "examples" JSON;

-- By hand
