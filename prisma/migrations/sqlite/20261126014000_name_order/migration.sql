-- Users in the order of lists, with what is searched: a page is found, and a search for what many have is done,
-- piece by piece along this index alone. Not in the Prisma schema.

-- CreateIndex
CREATE INDEX "user_texts_name_order_idx" ON "user_texts" ("given_name", "user_id", "text");
