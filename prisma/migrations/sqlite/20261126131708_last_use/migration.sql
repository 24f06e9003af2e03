-- AlterTable
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" DATETIME;

-- CreateTable
CREATE TABLE "client_uses" (
    "client_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "last_used_at" DATETIME NOT NULL,
    CONSTRAINT "client_uses_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

-- CreateIndex
CREATE INDEX "users_last_sign_in_at_id_idx" ON "users"("last_sign_in_at", "id");

-- The new index serves what the old one did.
CREATE INDEX "grants_client_id_created_at_idx" ON "grants"("client_id", "created_at");
DROP INDEX "grants_client_id_idx";
