-- What user search looks through: one text for each user (and the given name, by which results are
-- ordered), kept by the database itself, with an index of the runs of three characters in it. None of
-- this is in the Prisma schema: a migration that makes the table "users" anew must make its triggers
-- anew too.

-- CreateTable
CREATE TABLE "user_texts" (
    "user_id" INTEGER NOT NULL PRIMARY KEY,
    "given_name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    CONSTRAINT "user_texts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE VIRTUAL TABLE "user_text_grams" USING fts5(
    "text", content = 'user_texts', content_rowid = 'user_id', tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER "user_texts_insert" AFTER INSERT ON "user_texts" BEGIN
    INSERT INTO "user_text_grams" ("rowid", "text") VALUES (NEW."user_id", NEW."text");
END;

CREATE TRIGGER "user_texts_update" AFTER UPDATE ON "user_texts" WHEN NEW."text" <> OLD."text" BEGIN
    INSERT INTO "user_text_grams" ("user_text_grams", "rowid", "text") VALUES ('delete', OLD."user_id", OLD."text");
    INSERT INTO "user_text_grams" ("rowid", "text") VALUES (NEW."user_id", NEW."text");
END;

CREATE TRIGGER "user_texts_delete" AFTER DELETE ON "user_texts" BEGIN
    INSERT INTO "user_text_grams" ("user_text_grams", "rowid", "text") VALUES ('delete', OLD."user_id", OLD."text");
END;

-- Fields apart by U+001F, which no query holds. ASCII letters are in lower case, and so are the three
-- others whose other case is an ASCII letter (the last of them is the sign for kelvin, U+212A, which
-- looks like a K); what cases the rest has is for the query to say.
INSERT INTO "user_texts" ("user_id", "given_name", "text")
SELECT "id", "given_name", replace(replace(replace(lower(
    "email" || char(31) || "username" || char(31) || "given_name" || ' ' || "family_name" || char(31)
    || "middle_name" || char(31) || "subject"
), 'ı', 'i'), 'ſ', 's'), 'K', 'k') FROM "users";

CREATE TRIGGER "users_text_insert" AFTER INSERT ON "users" BEGIN
    INSERT INTO "user_texts" ("user_id", "given_name", "text")
    VALUES (NEW."id", NEW."given_name", replace(replace(replace(lower(
        NEW."email" || char(31) || NEW."username" || char(31) || NEW."given_name" || ' ' || NEW."family_name" || char(31)
        || NEW."middle_name" || char(31) || NEW."subject"
    ), 'ı', 'i'), 'ſ', 's'), 'K', 'k'));
END;

CREATE TRIGGER "users_text_update"
AFTER UPDATE OF "email", "username", "given_name", "middle_name", "family_name", "subject" ON "users" BEGIN
    UPDATE "user_texts" SET "given_name" = NEW."given_name", "text" = replace(replace(replace(lower(
        NEW."email" || char(31) || NEW."username" || char(31) || NEW."given_name" || ' ' || NEW."family_name" || char(31)
        || NEW."middle_name" || char(31) || NEW."subject"
    ), 'ı', 'i'), 'ſ', 's'), 'K', 'k') WHERE "user_id" = NEW."id";
END;
