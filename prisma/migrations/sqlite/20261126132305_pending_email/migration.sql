-- AlterTable
ALTER TABLE "users" ADD COLUMN "pending_email" TEXT NOT NULL DEFAULT '';
ALTER TABLE "users" ADD COLUMN "pending_email_code_encrypted" BLOB;
ALTER TABLE "users" ADD COLUMN "pending_email_code_issued_at" DATETIME;
ALTER TABLE "users" ADD COLUMN "pending_email_generation" INTEGER NOT NULL DEFAULT 0;
