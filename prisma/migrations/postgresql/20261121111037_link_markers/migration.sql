-- CreateTable
CREATE TABLE "link_markers" (
    "id" BIGSERIAL NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "flow" TEXT NOT NULL,
    "target_id" BIGINT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "continuation_id" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "link_markers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "link_markers_browser_hash_key" ON "link_markers"("browser_hash");

-- CreateIndex
CREATE INDEX "link_markers_expires_at_idx" ON "link_markers"("expires_at");
