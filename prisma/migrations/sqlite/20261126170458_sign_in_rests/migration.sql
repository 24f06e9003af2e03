-- AlterTable
ALTER TABLE "settings" ADD COLUMN "breached_password_check" TEXT NOT NULL DEFAULT 'off';
ALTER TABLE "settings" ADD COLUMN "breached_password_service" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "account_chooser_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "registration_allowed_email_domains" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "registration_blocked_email_domains" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "registration_trap_field_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN "factor_code_encrypted" BLOB;
ALTER TABLE "users" ADD COLUMN "factor_code_issued_at" DATETIME;

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN "account_chosen_at" DATETIME;

-- AlterTable
ALTER TABLE "user_devices" ADD COLUMN "is_untold" BOOLEAN NOT NULL DEFAULT false;
