-- AlterTable
ALTER TABLE "settings" ADD COLUMN "primary_color" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "primary_color_dark" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "corners" TEXT NOT NULL DEFAULT 'theme';
ALTER TABLE "settings" ADD COLUMN "support_url" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "privacy_url" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "terms_url" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "status_url" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "footer_text" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "logo_light_etag" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "logo_dark_etag" TEXT NOT NULL DEFAULT '';
ALTER TABLE "settings" ADD COLUMN "icon_etag" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "branding_images" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "name" TEXT NOT NULL,
    "image" BLOB NOT NULL,
    "content_type" TEXT NOT NULL,
    "etag" TEXT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "branding_images_name_key" ON "branding_images"("name");
