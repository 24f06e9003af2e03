-- A user's text is written by the triggers as it is in "users" (form 0). The program then folds it, without accents,
-- case and Unicode form (form 1). ASCII is folded as it is, unless a domain has a Unicode form too. None of this is in
-- the Prisma schema: a migration that makes the table "users" anew must make its triggers anew too.

-- AlterTable
ALTER TABLE "user_texts" ADD COLUMN "form" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "user_texts_unfolded_idx" ON "user_texts" ("user_id")
WHERE "form" = 0 AND (length(CAST("text" AS BLOB)) <> length("text") OR instr("text", 'xn--') > 0);

DROP TRIGGER "users_text_update";

CREATE TRIGGER "users_text_update"
AFTER UPDATE OF "email", "username", "given_name", "middle_name", "family_name", "subject" ON "users" BEGIN
    UPDATE "user_texts" SET "given_name" = NEW."given_name", "form" = 0, "text" = replace(replace(replace(lower(
        NEW."email" || char(31) || NEW."username" || char(31) || NEW."given_name" || ' ' || NEW."family_name" || char(31)
        || NEW."middle_name" || char(31) || NEW."subject"
    ), 'ı', 'i'), 'ſ', 's'), 'K', 'k') WHERE "user_id" = NEW."id";
END;
