-- CreateTable
CREATE TABLE "sign_in_failures" (
    "key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "auth_state_generation" INTEGER NOT NULL,
    "user_id" BIGINT,
    "link_code_hash" TEXT,
    "link_issued_at" TIMESTAMP(3),
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "refusal_counts" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "audit_log_id" BIGINT,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "refusal_counts_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_failures_link_code_hash_key" ON "sign_in_failures"("link_code_hash");

-- CreateIndex
CREATE INDEX "sign_in_failures_expires_at_idx" ON "sign_in_failures"("expires_at");

-- CreateIndex
CREATE INDEX "refusal_counts_expires_at_idx" ON "refusal_counts"("expires_at");
