-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "figure_day" DATE,
ADD COLUMN     "opened_at" TIMESTAMPTZ(3),
ADD COLUMN     "provider" TEXT;

-- CreateTable
CREATE TABLE "health_changes" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "from_state" "health_state" NOT NULL,
    "to_state" "health_state" NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "health_changes_pkey" PRIMARY KEY ("platform_id","workspace_id","id")
);

-- CreateTable
CREATE TABLE "figures" (
    "workspace_id" TEXT NOT NULL,
    "platform_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "event_type_id" TEXT NOT NULL,
    "template_version_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "accepted" INTEGER NOT NULL,
    "fell_back" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,
    "complained" INTEGER NOT NULL,
    "bounced_hard" INTEGER NOT NULL,
    "bounced_soft" INTEGER NOT NULL,
    "suppressed" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "expired" INTEGER NOT NULL,
    "erased" INTEGER NOT NULL,
    "opened" INTEGER NOT NULL,
    "delays" INTEGER[],

    CONSTRAINT "figures_pkey" PRIMARY KEY ("workspace_id","platform_id","day","template_version_id","provider")
);

-- CreateTable
CREATE TABLE "figure_changes" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "event_type_id" TEXT NOT NULL,
    "template_version_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "fact" TEXT NOT NULL,
    "delay" INTEGER,
    "messages" INTEGER NOT NULL
);

-- CreateIndex
CREATE INDEX "health_changes_at_idx" ON "health_changes"("at");

-- CreateIndex
CREATE INDEX "figures_day_idx" ON "figures"("day");

-- AddForeignKey
ALTER TABLE "health_changes" ADD CONSTRAINT "health_changes_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspace_health"("platform_id", "workspace_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand

-- Sums of a workspace or a platform, by day.
CREATE INDEX figures_totals_idx ON figures (workspace_id, platform_id, day) WHERE template_version_id = '';
-- Sums of all workspaces of a platform.
CREATE INDEX figures_workspaces_idx ON figures (platform_id, day) WHERE template_version_id = '' AND workspace_id <> '';
-- A platform's figures of one event type, and of one template version.
CREATE INDEX figures_types_idx ON figures (platform_id, event_type_id, day)
  WHERE workspace_id = '' AND template_version_id <> '';
CREATE INDEX figures_versions_idx ON figures (platform_id, template_version_id, day)
  WHERE workspace_id = '' AND template_version_id <> '';

-- Counts are updated in place: no index has them.
ALTER TABLE figures SET (fillfactor = 80);
-- Every row is deleted about a second after it was written. Truncating the end of the table would lock out emits.
ALTER TABLE figure_changes SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_threshold = -1, vacuum_truncate = off
);
