-- AlterTable
ALTER TABLE "users" ADD COLUMN     "pending_email" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "pending_email_code_encrypted" BYTEA,
ADD COLUMN     "pending_email_code_issued_at" TIMESTAMP(3),
ADD COLUMN     "pending_email_generation" INTEGER NOT NULL DEFAULT 0;
