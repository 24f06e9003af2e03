-- AlterTable
ALTER TABLE "settings" ADD COLUMN "issuer_of_start" TEXT;
