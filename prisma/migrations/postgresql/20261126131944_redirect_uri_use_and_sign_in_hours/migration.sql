-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "framework" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "redirect_uri_uses" (
    "id" BIGSERIAL NOT NULL,
    "client_id" BIGINT NOT NULL,
    "uri" TEXT NOT NULL,
    "last_used_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "redirect_uri_uses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_hours" (
    "id" BIGSERIAL NOT NULL,
    "hour" TIMESTAMP(3) NOT NULL,
    "client_id" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "sign_in_hours_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "marks" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "marks_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "redirect_uri_uses_client_id_uri_key" ON "redirect_uri_uses"("client_id", "uri");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_hours_hour_client_id_reason_key" ON "sign_in_hours"("hour", "client_id", "reason");

-- AddForeignKey
ALTER TABLE "redirect_uri_uses" ADD CONSTRAINT "redirect_uri_uses_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
