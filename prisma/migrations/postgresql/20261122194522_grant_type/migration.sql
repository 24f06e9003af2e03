-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "grant_type" TEXT;
