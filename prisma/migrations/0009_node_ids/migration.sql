-- CreateIndex
CREATE INDEX "contacts_id_idx" ON "contacts"("id");

-- CreateIndex
CREATE INDEX "erasures_id_idx" ON "erasures"("id");

-- By hand
