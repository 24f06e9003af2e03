-- CreateTable
CREATE TABLE "sign_in_failures" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "failures" INTEGER NOT NULL,
    "auth_state_generation" INTEGER NOT NULL,
    "user_id" INTEGER,
    "link_code_hash" TEXT,
    "link_issued_at" DATETIME,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "refusal_counts" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "audit_log_id" INTEGER,
    "expires_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_failures_link_code_hash_key" ON "sign_in_failures"("link_code_hash");

-- CreateIndex
CREATE INDEX "sign_in_failures_expires_at_idx" ON "sign_in_failures"("expires_at");

-- CreateIndex
CREATE INDEX "refusal_counts_expires_at_idx" ON "refusal_counts"("expires_at");
