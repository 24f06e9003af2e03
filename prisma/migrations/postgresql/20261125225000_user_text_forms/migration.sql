-- A user's text is written by the trigger as it is in "users" (form 0). The program then folds it, without accents,
-- case and Unicode form (form 1). ASCII is folded as it is, unless a domain has a Unicode form too. None of this is in
-- the Prisma schema.

-- AlterTable
ALTER TABLE "user_texts" ADD COLUMN "form" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "user_texts_unfolded_idx" ON "user_texts" ("user_id")
WHERE "form" = 0 AND (octet_length("text") <> char_length("text") OR strpos("text", 'xn--') > 0);

CREATE OR REPLACE FUNCTION "keep_user_text"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "user_texts" AS "kept" ("user_id", "given_name", "text")
    VALUES (NEW."id", NEW."given_name", "user_text"(NEW."email", NEW."username", NEW."given_name", NEW."middle_name", NEW."family_name", NEW."subject"))
    ON CONFLICT ("user_id") DO UPDATE SET "given_name" = EXCLUDED."given_name", "text" = EXCLUDED."text", "form" = 0
    WHERE ("kept"."given_name", "kept"."text") <> (EXCLUDED."given_name", EXCLUDED."text");
    RETURN NULL;
END
$$;

-- Users whose text has the grams and contains every word. Always by the index: the planner does not know that
-- computing the grams of every row takes seconds.
CREATE FUNCTION "users_with_words"("grams" TSQUERY, "words" TEXT[], "at_most" INTEGER)
RETURNS TABLE ("user_id" BIGINT, "given_name" TEXT)
LANGUAGE sql STABLE SET enable_seqscan = off SET jit = off AS $$
    SELECT "found"."user_id", "found"."given_name" FROM "user_texts" AS "found"
    WHERE "text_grams"("found"."text") @@ "grams"
        AND (SELECT bool_and(strpos("found"."text", "word") > 0) FROM unnest("words") AS "word")
    LIMIT "at_most"
$$;
