-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "account_chooser_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "breached_password_check" TEXT NOT NULL DEFAULT 'off',
ADD COLUMN     "breached_password_service" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "registration_allowed_email_domains" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "registration_blocked_email_domains" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "registration_trap_field_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "factor_code_encrypted" BYTEA,
ADD COLUMN     "factor_code_issued_at" TIMESTAMP(3);

-- AlterTable
ALTER TABLE "user_devices" ADD COLUMN     "is_untold" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN     "account_chosen_at" TIMESTAMP(3);
