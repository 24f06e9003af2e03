-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN "device_code_typed" BOOLEAN NOT NULL DEFAULT false;
