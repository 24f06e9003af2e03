-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN "size_bytes" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "ceremonies_size_bytes_idx" ON "ceremonies"("size_bytes");
