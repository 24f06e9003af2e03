-- AlterTable
ALTER TABLE "provider_requests" ADD COLUMN     "auth_state_generation" INTEGER,
ADD COLUMN     "otp_config_generation" INTEGER;

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN     "wants_other_account" BOOLEAN NOT NULL DEFAULT false;
