ALTER TABLE "settings" ADD COLUMN "refusal_records_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "refusal_record_days" INTEGER NOT NULL DEFAULT 7;

ALTER TABLE "audit_logs" ADD COLUMN "client_id" INTEGER;
ALTER TABLE "audit_logs" ADD COLUMN "group_id" INTEGER;
ALTER TABLE "audit_logs" ADD COLUMN "resource_id" INTEGER;
ALTER TABLE "audit_logs" ADD COLUMN "actor" TEXT NOT NULL DEFAULT '';

CREATE TABLE "refusal_records" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL,
    "request_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "client_id" INTEGER,
    "client_identifier" TEXT NOT NULL DEFAULT '',
    "user_id" INTEGER,
    "network" TEXT NOT NULL DEFAULT '',
    "facts" TEXT NOT NULL,
    "repeats" INTEGER NOT NULL DEFAULT 0,
    "last_at" DATETIME NOT NULL
);

CREATE INDEX "refusal_records_created_at_id_idx" ON "refusal_records"("created_at", "id");

CREATE INDEX "refusal_records_request_id_idx" ON "refusal_records"("request_id");

CREATE INDEX "refusal_records_client_id_id_idx" ON "refusal_records"("client_id", "id");

CREATE INDEX "refusal_records_user_id_id_idx" ON "refusal_records"("user_id", "id");

-- Prisma's schema cannot describe them: most entries are about tokens and belong to no record.
CREATE INDEX "audit_logs_user_id_created_at_id_idx" ON "audit_logs"("user_id", "created_at", "id") WHERE "user_id" IS NOT NULL;
CREATE INDEX "audit_logs_client_id_created_at_id_idx" ON "audit_logs"("client_id", "created_at", "id") WHERE "client_id" IS NOT NULL;
CREATE INDEX "audit_logs_group_id_created_at_id_idx" ON "audit_logs"("group_id", "created_at", "id") WHERE "group_id" IS NOT NULL;
CREATE INDEX "audit_logs_resource_id_created_at_id_idx" ON "audit_logs"("resource_id", "created_at", "id") WHERE "resource_id" IS NOT NULL;
CREATE INDEX "audit_logs_actor_created_at_id_idx" ON "audit_logs"("actor", "created_at", "id") WHERE "actor" <> '';
CREATE INDEX "audit_logs_ip_address_created_at_id_idx" ON "audit_logs"("ip_address", "created_at", "id") WHERE "ip_address" <> '';
