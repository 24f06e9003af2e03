-- AlterTable
ALTER TABLE "pre_registrations" ADD COLUMN "locale" TEXT;

-- CreateTable
CREATE TABLE "former_links" (
    "code_hash" TEXT NOT NULL PRIMARY KEY,
    "flow" TEXT NOT NULL,
    "target_id" INTEGER NOT NULL,
    "used" BOOLEAN NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "former_links_flow_target_id_idx" ON "former_links"("flow", "target_id");

-- CreateIndex
CREATE INDEX "former_links_expires_at_idx" ON "former_links"("expires_at");
