-- CreateTable
CREATE TABLE "device_authorizations" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "device_code_hash" TEXT NOT NULL,
    "user_code_hash" TEXT NOT NULL,
    "client_id" INTEGER NOT NULL,
    "scope" TEXT NOT NULL,
    "resources" TEXT NOT NULL DEFAULT '',
    "target_acr" TEXT NOT NULL,
    "ip_address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "interval_seconds" INTEGER NOT NULL DEFAULT 5,
    "last_polled_at" DATETIME,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "user_id" INTEGER,
    "session_identifier" TEXT NOT NULL DEFAULT '',
    "approved_encrypted" BLOB,
    CONSTRAINT "device_authorizations_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "settings" ADD COLUMN "device_grant_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "dpop_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "dpop_nonce_required" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN "device_grant_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "clients" ADD COLUMN "dpop_required" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "codes" ADD COLUMN "dpop_jkt" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "refresh_tokens" ADD COLUMN "dpop_jkt" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN "device_authorization_id" INTEGER;
ALTER TABLE "ceremonies" ADD COLUMN "dpop_jkt" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE UNIQUE INDEX "device_authorizations_device_code_hash_key" ON "device_authorizations"("device_code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "device_authorizations_user_code_hash_key" ON "device_authorizations"("user_code_hash");

-- CreateIndex
CREATE INDEX "device_authorizations_client_id_idx" ON "device_authorizations"("client_id");

-- CreateIndex
CREATE INDEX "device_authorizations_expires_at_idx" ON "device_authorizations"("expires_at");

-- CreateIndex
CREATE INDEX "device_authorizations_user_id_idx" ON "device_authorizations"("user_id");
