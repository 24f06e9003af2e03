-- CreateTable
CREATE TABLE "client_registrations" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL,
    "client_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "approval" TEXT NOT NULL,
    "decided_at" DATETIME,
    "ip_address" TEXT NOT NULL DEFAULT '',
    "user_agent" TEXT NOT NULL DEFAULT '',
    "ever_consented" BOOLEAN NOT NULL DEFAULT false,
    "document" TEXT NOT NULL DEFAULT '',
    "document_hash" TEXT NOT NULL DEFAULT '',
    "fetched_at" DATETIME,
    "fresh_until" DATETIME,
    "changed_at" DATETIME,
    "failed_at" DATETIME,
    "last_failure" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "client_registrations_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "pushed_requests" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "handle_hash" TEXT NOT NULL,
    "client_id" INTEGER NOT NULL,
    "parameters_encrypted" BLOB NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "pushed_requests_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "used_identifiers" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "remote_key_sets" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "uri_hash" TEXT NOT NULL,
    "uri" TEXT NOT NULL,
    "key_set" TEXT NOT NULL DEFAULT '',
    "fetched_at" DATETIME,
    "fresh_until" DATETIME,
    "tried_at" DATETIME NOT NULL,
    "last_used_on" DATETIME NOT NULL,
    "last_failure" TEXT NOT NULL DEFAULT ''
);

-- AlterTable
ALTER TABLE "settings" ADD COLUMN "client_id_metadata_documents_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "client_id_metadata_document_hosts" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "client_id_metadata_document_other_hosts" TEXT NOT NULL DEFAULT 'refuse';
ALTER TABLE "settings" ADD COLUMN "dynamic_client_approval_required" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "unused_self_registered_client_days" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "settings" ADD COLUMN "private_key_jwt_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "client_assertion_token_endpoint_audience_allowed" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "pushed_authorization_requests_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN "token_endpoint_auth_method" TEXT NOT NULL DEFAULT 'client_secret';
ALTER TABLE "clients" ADD COLUMN "jwks" TEXT NOT NULL DEFAULT '';
ALTER TABLE "clients" ADD COLUMN "jwks_uri" TEXT NOT NULL DEFAULT '';
ALTER TABLE "clients" ADD COLUMN "pushed_requests_required" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "grants" ADD COLUMN "assertion_required" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN "pushed_handle_hash" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE UNIQUE INDEX "client_registrations_client_id_key" ON "client_registrations"("client_id");

-- CreateIndex
CREATE INDEX "client_registrations_approval_created_at_idx" ON "client_registrations"("approval", "created_at");

-- CreateIndex
CREATE INDEX "client_registrations_kind_created_at_idx" ON "client_registrations"("kind", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "pushed_requests_handle_hash_key" ON "pushed_requests"("handle_hash");

-- CreateIndex
CREATE INDEX "pushed_requests_client_id_idx" ON "pushed_requests"("client_id");

-- CreateIndex
CREATE INDEX "pushed_requests_expires_at_idx" ON "pushed_requests"("expires_at");

-- CreateIndex
CREATE INDEX "used_identifiers_expires_at_idx" ON "used_identifiers"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "remote_key_sets_uri_hash_key" ON "remote_key_sets"("uri_hash");

-- CreateIndex
CREATE INDEX "remote_key_sets_last_used_on_idx" ON "remote_key_sets"("last_used_on");

-- Clients that registered themselves before this table.
INSERT INTO "client_registrations" ("created_at", "client_id", "kind", "approval", "ever_consented")
SELECT "created_at", "id", 'dynamic', 'approved', EXISTS (SELECT 1 FROM "user_consents" WHERE "client_id" = "clients"."id")
FROM "clients" WHERE "created_via_dcr";
