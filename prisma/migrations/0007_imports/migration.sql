-- CreateEnum
CREATE TYPE "import_kind" AS ENUM ('contacts', 'suppressions');

-- CreateEnum
CREATE TYPE "import_state" AS ENUM ('uploading', 'running', 'finished', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "import_failure" AS ENUM ('row_too_long', 'workspace_deleted', 'internal_error');

-- CreateTable
CREATE TABLE "imports" (
    "platform_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "import_kind" NOT NULL,
    "state" "import_state" NOT NULL DEFAULT 'uploading',
    "api_key_id" TEXT,
    "skip_unknown_columns" BOOLEAN NOT NULL,
    "platform_wide" BOOLEAN NOT NULL DEFAULT false,
    "form" JSONB,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "line" INTEGER NOT NULL DEFAULT 1,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "failure" "import_failure",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "workspace_id" TEXT NOT NULL,
    "import_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("workspace_id","import_id","position")
);

-- CreateTable
CREATE TABLE "import_faults" (
    "workspace_id" TEXT NOT NULL,
    "import_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "fields" JSONB NOT NULL,

    CONSTRAINT "import_faults_pkey" PRIMARY KEY ("workspace_id","import_id","line")
);

-- CreateIndex
CREATE INDEX "imports_id_idx" ON "imports"("id");

-- CreateIndex
CREATE INDEX "imports_finished_at_idx" ON "imports"("finished_at");

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_platform_id_workspace_id_fkey" FOREIGN KEY ("platform_id", "workspace_id") REFERENCES "workspaces"("platform_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_workspace_id_import_id_fkey" FOREIGN KEY ("workspace_id", "import_id") REFERENCES "imports"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_faults" ADD CONSTRAINT "import_faults_workspace_id_import_id_fkey" FOREIGN KEY ("workspace_id", "import_id") REFERENCES "imports"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand

-- What has not ended: few rows, found by the looks, the sweep and the bound of a platform.
CREATE INDEX imports_open_idx ON imports USING btree (changed_at) WHERE (finished_at IS NULL);
CREATE INDEX imports_platform_open_idx ON imports USING btree (platform_id) WHERE (finished_at IS NULL);

-- Chunks are written once, read once and deleted: compressing them costs more than it saves.
ALTER TABLE import_chunks ALTER COLUMN data SET STORAGE EXTERNAL;
