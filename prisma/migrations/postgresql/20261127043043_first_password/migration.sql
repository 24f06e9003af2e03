-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "first_password" TEXT NOT NULL DEFAULT '';
