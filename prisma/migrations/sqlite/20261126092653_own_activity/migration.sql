-- Older entries stay without a person, and older passwords without a time.

ALTER TABLE "users" ADD COLUMN "password_changed_at" DATETIME;

ALTER TABLE "audit_logs" ADD COLUMN "user_id" INTEGER;
ALTER TABLE "audit_logs" ADD COLUMN "ip_address" TEXT NOT NULL DEFAULT '';
ALTER TABLE "audit_logs" ADD COLUMN "user_agent" TEXT NOT NULL DEFAULT '';

-- Prisma's schema cannot describe it: most entries are about tokens and have no person.
CREATE INDEX "audit_logs_user_id_id_idx" ON "audit_logs"("user_id", "id") WHERE "user_id" IS NOT NULL;
