-- AlterTable
ALTER TABLE "users" ADD COLUMN "otp_enrollment_grant_identifier" TEXT;
