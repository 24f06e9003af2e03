-- AlterTable
ALTER TABLE "settings" ADD COLUMN "logo_dark_luminance" INTEGER;
ALTER TABLE "settings" ADD COLUMN "logo_light_luminance" INTEGER;
