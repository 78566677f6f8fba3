-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "waits_for" TEXT;

-- CreateTable
CREATE TABLE "exchanger_paces" (
    "source" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "connections" INTEGER,
    "ceiling" INTEGER,
    "mails_per_connection" INTEGER,
    "mails_per_minute" INTEGER,
    "quiet_since" TIMESTAMPTZ(3),
    "quiet_until" TIMESTAMPTZ(3),
    "quiet_ms" INTEGER,
    "reply" TEXT,
    "asked_at" TIMESTAMPTZ(3),
    "warm_up_day" DATE,
    "warm_up_mails" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exchanger_paces_pkey" PRIMARY KEY ("source","provider")
);

-- CreateIndex
CREATE INDEX "exchanger_paces_updated_at_idx" ON "exchanger_paces"("updated_at");

-- By hand
