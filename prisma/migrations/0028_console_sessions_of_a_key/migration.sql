-- CreateIndex
CREATE INDEX "console_sessions_credential_hash_created_at_idx" ON "console_sessions"("credential_hash", "created_at");

-- By hand
