-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN "provider_id" INTEGER;

-- CreateTable
CREATE TABLE "identity_providers" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "alias" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret_encrypted" BLOB,
    "secret_expires_at" DATETIME,
    "token_endpoint_auth_method" TEXT NOT NULL DEFAULT 'client_secret_basic',
    "scopes" TEXT NOT NULL DEFAULT 'openid profile email',
    "parameters" TEXT NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL DEFAULT 0,
    "shown_on_sign_in" BOOLEAN NOT NULL DEFAULT true,
    "create_users" TEXT NOT NULL DEFAULT 'never',
    "linking" TEXT NOT NULL DEFAULT 'ask',
    "email_trust" TEXT NOT NULL DEFAULT 'preset',
    "second_factor" TEXT NOT NULL DEFAULT 'ours',
    "second_factor_values" TEXT NOT NULL DEFAULT ''
);

-- CreateTable
CREATE TABLE "identity_provider_domains" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "provider_id" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,
    CONSTRAINT "identity_provider_domains_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "identity_provider_states" (
    "provider_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "metadata" TEXT NOT NULL DEFAULT '',
    "metadata_fetched_at" DATETIME,
    "key_set" TEXT NOT NULL DEFAULT '',
    "key_set_fetched_at" DATETIME,
    "key_set_fresh_until" DATETIME,
    "last_failure" TEXT NOT NULL DEFAULT '',
    "last_failure_at" DATETIME,
    CONSTRAINT "identity_provider_states_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "user_identities" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT NOT NULL DEFAULT '',
    "last_used_at" DATETIME,
    CONSTRAINT "user_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "user_identities_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "provider_requests" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "state_hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "ceremony_identifier" TEXT NOT NULL DEFAULT '',
    "user_id" INTEGER,
    "session_identifier" TEXT NOT NULL DEFAULT '',
    "browser_hash" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "used_at" DATETIME,
    "done_location" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "provider_requests_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "settings" ADD COLUMN "identity_providers_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN "provider_id" INTEGER;
ALTER TABLE "ceremonies" ADD COLUMN "pending_identity_encrypted" BLOB;
ALTER TABLE "ceremonies" ADD COLUMN "email_code_encrypted" BLOB;
ALTER TABLE "ceremonies" ADD COLUMN "email_code_issued_at" DATETIME;
ALTER TABLE "ceremonies" ADD COLUMN "email_code_failures" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE UNIQUE INDEX "identity_providers_alias_key" ON "identity_providers"("alias");

-- CreateIndex
CREATE UNIQUE INDEX "identity_provider_domains_domain_key" ON "identity_provider_domains"("domain");

-- CreateIndex
CREATE INDEX "identity_provider_domains_provider_id_idx" ON "identity_provider_domains"("provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_identities_provider_id_issuer_subject_key" ON "user_identities"("provider_id", "issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "user_identities_user_id_provider_id_key" ON "user_identities"("user_id", "provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_requests_state_hash_key" ON "provider_requests"("state_hash");

-- CreateIndex
CREATE INDEX "provider_requests_provider_id_idx" ON "provider_requests"("provider_id");

-- CreateIndex
CREATE INDEX "provider_requests_browser_hash_idx" ON "provider_requests"("browser_hash");

-- CreateIndex
CREATE INDEX "provider_requests_expires_at_idx" ON "provider_requests"("expires_at");
