-- AlterTable
ALTER TABLE "pre_registrations" ADD COLUMN     "locale" TEXT;

-- CreateTable
CREATE TABLE "former_links" (
    "code_hash" TEXT NOT NULL,
    "flow" TEXT NOT NULL,
    "target_id" BIGINT NOT NULL,
    "used" BOOLEAN NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "former_links_pkey" PRIMARY KEY ("code_hash")
);

-- CreateIndex
CREATE INDEX "former_links_flow_target_id_idx" ON "former_links"("flow", "target_id");

-- CreateIndex
CREATE INDEX "former_links_expires_at_idx" ON "former_links"("expires_at");
