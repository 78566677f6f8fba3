-- AlterTable
ALTER TABLE "pending_webhooks" ADD COLUMN     "held" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "deployment" (
    "id" TEXT NOT NULL,
    "key_check" BYTEA NOT NULL,
    "cluster" TEXT,
    "place" TEXT NOT NULL,
    "timeline" INTEGER,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "held_before" TIMESTAMPTZ(3),
    "held_at" TIMESTAMPTZ(3),

    CONSTRAINT "deployment_pkey" PRIMARY KEY ("id")
);

-- By hand
