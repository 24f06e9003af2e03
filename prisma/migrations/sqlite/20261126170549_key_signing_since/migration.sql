-- AlterTable
ALTER TABLE "key_pairs" ADD COLUMN "signing_since" DATETIME;
