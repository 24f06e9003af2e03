-- CreateTable
CREATE TABLE "console_sessions" (
    "id" BIGSERIAL NOT NULL,
    "cookie_hash" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "refreshing_until" TIMESTAMP(3),
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "console_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "console_sessions_cookie_hash_key" ON "console_sessions"("cookie_hash");

-- CreateIndex
CREATE INDEX "console_sessions_expires_at_idx" ON "console_sessions"("expires_at");
