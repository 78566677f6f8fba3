-- CreateTable
CREATE TABLE "refused_emits" (
    "platform_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "api_key_id" TEXT,
    "workspace_id" TEXT,
    "event_type" TEXT,
    "code" TEXT NOT NULL,
    "field_paths" TEXT[],
    "times" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refused_emits_pkey" PRIMARY KEY ("platform_id","id")
);

-- CreateIndex
CREATE INDEX "refused_emits_platform_id_request_id_idx" ON "refused_emits"("platform_id", "request_id");

-- CreateIndex
CREATE INDEX "refused_emits_created_at_idx" ON "refused_emits"("created_at");

-- By hand
