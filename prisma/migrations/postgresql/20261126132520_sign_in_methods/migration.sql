-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "new_sign_in_notice_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "passkey_offer_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "passkey_relying_party_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "passkeys_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "recovery_codes_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "remember_browser_days" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "passkey_offered_at" TIMESTAMP(3),
ADD COLUMN     "passkey_offers" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "passkey_second_factor" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "passkey_user_handle" BYTEA;

-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN     "passkey_id" BIGINT;

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN     "can_offer_passkey" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "first_factor" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "first_factor_at" TIMESTAMP(3),
ADD COLUMN     "new_codes_encrypted" BYTEA,
ADD COLUMN     "passkey_id" BIGINT,
ADD COLUMN     "remembers" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "second_factor" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "second_factor_at" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" BIGINT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "algorithm" INTEGER NOT NULL,
    "relying_party_id" TEXT NOT NULL,
    "transports" TEXT NOT NULL DEFAULT '',
    "aaguid" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "sign_count" BIGINT NOT NULL DEFAULT 0,
    "backup_eligible" BOOLEAN NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "last_used_at" TIMESTAMP(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removed_passkeys" (
    "credential_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "removed_passkeys_pkey" PRIMARY KEY ("credential_hash")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" BIGINT NOT NULL,
    "salt" BYTEA NOT NULL,
    "digest" TEXT NOT NULL,
    "used_at" TIMESTAMP(3),
    "used_ip" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_devices" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" BIGINT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "last_seen_at" TIMESTAMP(3) NOT NULL,
    "device_name" TEXT NOT NULL,
    "device_os" TEXT NOT NULL,
    "ip_address" TEXT NOT NULL,
    "remembered_at" TIMESTAMP(3),
    "remembered_until" TIMESTAMP(3),
    "auth_state_generation" INTEGER NOT NULL,
    "otp_config_generation" INTEGER NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "user_devices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- CreateIndex
CREATE INDEX "removed_passkeys_expires_at_idx" ON "removed_passkeys"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_user_id_digest_key" ON "recovery_codes"("user_id", "digest");

-- CreateIndex
CREATE INDEX "user_devices_user_id_idx" ON "user_devices"("user_id");

-- CreateIndex
CREATE INDEX "user_devices_expires_at_idx" ON "user_devices"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "user_devices_token_hash_user_id_key" ON "user_devices"("token_hash", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_passkey_user_handle_key" ON "users"("passkey_user_handle");

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_devices" ADD CONSTRAINT "user_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
