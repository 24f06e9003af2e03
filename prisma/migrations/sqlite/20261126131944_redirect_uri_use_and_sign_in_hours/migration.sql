-- AlterTable
ALTER TABLE "clients" ADD COLUMN "kind" TEXT NOT NULL DEFAULT '';
ALTER TABLE "clients" ADD COLUMN "framework" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "redirect_uri_uses" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "client_id" INTEGER NOT NULL,
    "uri" TEXT NOT NULL,
    "last_used_at" DATETIME NOT NULL,
    CONSTRAINT "redirect_uri_uses_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "sign_in_hours" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "hour" DATETIME NOT NULL,
    "client_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "marks" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "redirect_uri_uses_client_id_uri_key" ON "redirect_uri_uses"("client_id", "uri");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_hours_hour_client_id_reason_key" ON "sign_in_hours"("hour", "client_id", "reason");
