-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "logo_dark_luminance" INTEGER,
ADD COLUMN     "logo_light_luminance" INTEGER;
