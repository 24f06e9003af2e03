-- AlterTable
ALTER TABLE "settings" ADD COLUMN "passkeys_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "passkey_offer_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "passkey_relying_party_id" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "recovery_codes_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "remember_browser_days" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "settings" ADD COLUMN "new_sign_in_notice_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN "passkey_user_handle" BLOB;
ALTER TABLE "users" ADD COLUMN "passkey_second_factor" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "users" ADD COLUMN "passkey_offers" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "users" ADD COLUMN "passkey_offered_at" DATETIME;

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN "first_factor" TEXT NOT NULL DEFAULT '';
ALTER TABLE "ceremonies" ADD COLUMN "first_factor_at" DATETIME;
ALTER TABLE "ceremonies" ADD COLUMN "second_factor" TEXT NOT NULL DEFAULT '';
ALTER TABLE "ceremonies" ADD COLUMN "second_factor_at" DATETIME;
ALTER TABLE "ceremonies" ADD COLUMN "passkey_id" INTEGER;
ALTER TABLE "ceremonies" ADD COLUMN "new_codes_encrypted" BLOB;
ALTER TABLE "ceremonies" ADD COLUMN "can_offer_passkey" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "ceremonies" ADD COLUMN "remembers" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN "passkey_id" INTEGER;

-- CreateTable
CREATE TABLE "passkeys" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BLOB NOT NULL,
    "algorithm" INTEGER NOT NULL,
    "relying_party_id" TEXT NOT NULL,
    "transports" TEXT NOT NULL DEFAULT '',
    "aaguid" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "sign_count" BIGINT NOT NULL DEFAULT 0,
    "backup_eligible" BOOLEAN NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "last_used_at" DATETIME,
    CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "removed_passkeys" (
    "credential_hash" TEXT NOT NULL PRIMARY KEY,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER NOT NULL,
    "salt" BLOB NOT NULL,
    "digest" TEXT NOT NULL,
    "used_at" DATETIME,
    "used_ip" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "user_devices" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "last_seen_at" DATETIME NOT NULL,
    "device_name" TEXT NOT NULL,
    "device_os" TEXT NOT NULL,
    "ip_address" TEXT NOT NULL,
    "remembered_at" DATETIME,
    "remembered_until" DATETIME,
    "auth_state_generation" INTEGER NOT NULL,
    "otp_config_generation" INTEGER NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "user_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "users_passkey_user_handle_key" ON "users"("passkey_user_handle");

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
