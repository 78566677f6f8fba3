-- CreateTable
CREATE TABLE "console_sessions" (
    "token_hash" BYTEA NOT NULL,
    "operator" BOOLEAN NOT NULL,
    "credential_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "console_sessions_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "console_sessions_expires_at_idx" ON "console_sessions"("expires_at");

-- By hand
