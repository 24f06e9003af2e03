-- What user search looks through: one text for each user (and the given name, by which results are
-- ordered), kept by the database itself, with an index of the runs of three characters in it. None of
-- this is in the Prisma schema.

-- Fields apart by U+001F, which no query holds. ASCII letters are in lower case, and so are the three
-- others whose other case is an ASCII letter (the last of them is the sign for kelvin, U+212A, which
-- looks like a K); what cases the rest has is for the query to say.
CREATE FUNCTION "user_text"(
    "email" TEXT, "username" TEXT, "given_name" TEXT, "middle_name" TEXT, "family_name" TEXT, "subject" TEXT
) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT replace(replace(replace(lower((
        "email" || chr(31) || "username" || chr(31) || "given_name" || ' ' || "family_name" || chr(31)
        || "middle_name" || chr(31) || "subject"
    ) COLLATE "C"), 'ı', 'i'), 'ſ', 's'), 'K', 'k')
$$;

-- Every run of three characters, whatever they are: works alike in every locale.
CREATE FUNCTION "text_grams"("searched" TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_agg(substr("searched", "start", 3)))
    FROM generate_series(1, char_length("searched") - 2) AS "start"
$$;

-- CreateTable
CREATE TABLE "user_texts" (
    "user_id" BIGINT NOT NULL,
    "given_name" TEXT NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "user_texts_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "user_texts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

INSERT INTO "user_texts" ("user_id", "given_name", "text")
SELECT "id", "given_name", "user_text"("email", "username", "given_name", "middle_name", "family_name", "subject") FROM "users";

-- CreateIndex
CREATE INDEX "user_texts_grams_idx" ON "user_texts" USING GIN ("text_grams"("text")) WITH (fastupdate = off);

CREATE FUNCTION "keep_user_text"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "user_texts" AS "kept" ("user_id", "given_name", "text")
    VALUES (NEW."id", NEW."given_name", "user_text"(NEW."email", NEW."username", NEW."given_name", NEW."middle_name", NEW."family_name", NEW."subject"))
    ON CONFLICT ("user_id") DO UPDATE SET "given_name" = EXCLUDED."given_name", "text" = EXCLUDED."text"
    WHERE ("kept"."given_name", "kept"."text") <> (EXCLUDED."given_name", EXCLUDED."text");
    RETURN NULL;
END
$$;

CREATE TRIGGER "users_text" AFTER INSERT
    OR UPDATE OF "email", "username", "given_name", "middle_name", "family_name", "subject" ON "users"
    FOR EACH ROW EXECUTE FUNCTION "keep_user_text"();

-- Users whose text has the grams and contains the part or matches the pattern (the other one is null).
-- Always by the index: the planner does not know that computing the grams of every row takes seconds.
CREATE FUNCTION "users_with_text"("grams" TSQUERY, "part" TEXT, "pattern" TEXT, "at_most" INTEGER)
RETURNS TABLE ("user_id" BIGINT, "given_name" TEXT)
LANGUAGE sql STABLE SET enable_seqscan = off SET jit = off AS $$
    SELECT "found"."user_id", "found"."given_name" FROM "user_texts" AS "found"
    WHERE "text_grams"("found"."text") @@ "grams"
        AND ("part" IS NULL OR strpos("found"."text", "part") > 0)
        AND ("pattern" IS NULL OR "found"."text" ~ "pattern")
    LIMIT "at_most"
$$;
