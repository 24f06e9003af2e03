-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "device_grant_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "dpop_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "dpop_nonce_required" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "device_grant_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "dpop_required" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "codes" ADD COLUMN     "dpop_jkt" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "refresh_tokens" ADD COLUMN     "dpop_jkt" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN     "device_authorization_id" BIGINT,
ADD COLUMN     "dpop_jkt" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "device_authorizations" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "device_code_hash" TEXT NOT NULL,
    "user_code_hash" TEXT NOT NULL,
    "client_id" BIGINT NOT NULL,
    "scope" TEXT NOT NULL,
    "resources" TEXT NOT NULL DEFAULT '',
    "target_acr" TEXT NOT NULL,
    "ip_address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "interval_seconds" INTEGER NOT NULL DEFAULT 5,
    "last_polled_at" TIMESTAMP(3),
    "state" TEXT NOT NULL DEFAULT 'pending',
    "user_id" BIGINT,
    "session_identifier" TEXT NOT NULL DEFAULT '',
    "approved_encrypted" BYTEA,

    CONSTRAINT "device_authorizations_pkey" PRIMARY KEY ("id")
);

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

-- AddForeignKey
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
