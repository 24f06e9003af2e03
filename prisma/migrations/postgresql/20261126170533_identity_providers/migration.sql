-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "identity_providers_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN     "provider_id" BIGINT;

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN     "email_code_encrypted" BYTEA,
ADD COLUMN     "email_code_failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "email_code_issued_at" TIMESTAMP(3),
ADD COLUMN     "pending_identity_encrypted" BYTEA,
ADD COLUMN     "provider_id" BIGINT;

-- CreateTable
CREATE TABLE "identity_providers" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "alias" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret_encrypted" BYTEA,
    "secret_expires_at" TIMESTAMP(3),
    "token_endpoint_auth_method" TEXT NOT NULL DEFAULT 'client_secret_basic',
    "scopes" TEXT NOT NULL DEFAULT 'openid profile email',
    "parameters" TEXT NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL DEFAULT 0,
    "shown_on_sign_in" BOOLEAN NOT NULL DEFAULT true,
    "create_users" TEXT NOT NULL DEFAULT 'never',
    "linking" TEXT NOT NULL DEFAULT 'ask',
    "email_trust" TEXT NOT NULL DEFAULT 'preset',
    "second_factor" TEXT NOT NULL DEFAULT 'ours',
    "second_factor_values" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "identity_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity_provider_domains" (
    "id" BIGSERIAL NOT NULL,
    "provider_id" BIGINT NOT NULL,
    "domain" TEXT NOT NULL,

    CONSTRAINT "identity_provider_domains_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity_provider_states" (
    "provider_id" BIGINT NOT NULL,
    "metadata" TEXT NOT NULL DEFAULT '',
    "metadata_fetched_at" TIMESTAMP(3),
    "key_set" TEXT NOT NULL DEFAULT '',
    "key_set_fetched_at" TIMESTAMP(3),
    "key_set_fresh_until" TIMESTAMP(3),
    "last_failure" TEXT NOT NULL DEFAULT '',
    "last_failure_at" TIMESTAMP(3),

    CONSTRAINT "identity_provider_states_pkey" PRIMARY KEY ("provider_id")
);

-- CreateTable
CREATE TABLE "user_identities" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" BIGINT NOT NULL,
    "provider_id" BIGINT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT NOT NULL DEFAULT '',
    "last_used_at" TIMESTAMP(3),

    CONSTRAINT "user_identities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_requests" (
    "id" BIGSERIAL NOT NULL,
    "state_hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "provider_id" BIGINT NOT NULL,
    "ceremony_identifier" TEXT NOT NULL DEFAULT '',
    "user_id" BIGINT,
    "session_identifier" TEXT NOT NULL DEFAULT '',
    "browser_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "used_at" TIMESTAMP(3),
    "done_location" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "provider_requests_pkey" PRIMARY KEY ("id")
);

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

-- AddForeignKey
ALTER TABLE "identity_provider_domains" ADD CONSTRAINT "identity_provider_domains_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_provider_states" ADD CONSTRAINT "identity_provider_states_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_requests" ADD CONSTRAINT "provider_requests_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
