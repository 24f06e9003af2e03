-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "corners" TEXT NOT NULL DEFAULT 'theme',
ADD COLUMN     "footer_text" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "icon_etag" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "logo_dark_etag" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "logo_light_etag" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "primary_color" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "primary_color_dark" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "privacy_url" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "status_url" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "support_url" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "terms_url" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "branding_images" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "name" TEXT NOT NULL,
    "image" BYTEA NOT NULL,
    "content_type" TEXT NOT NULL,
    "etag" TEXT NOT NULL,

    CONSTRAINT "branding_images_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "branding_images_name_key" ON "branding_images"("name");
