-- Users in the order of lists. Not in the Prisma schema.

-- CreateIndex
CREATE INDEX "user_texts_name_order_idx" ON "user_texts" ("given_name", "user_id");
