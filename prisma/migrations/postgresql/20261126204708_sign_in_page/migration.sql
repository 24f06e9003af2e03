-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "sign_in_page" TEXT NOT NULL DEFAULT 'combined';
