-- Each index is written with every token. By the session and by the first token of a chain nobody looks for
-- tokens or codes (they are found by their grant), and few tokens have an end that rotation cannot move: the
-- index of that holds only those (Prisma's schema cannot say so, so it is not in it).

-- DropIndex
DROP INDEX "codes_session_identifier_idx";

-- DropIndex
DROP INDEX "refresh_tokens_first_jti_idx";

-- DropIndex
DROP INDEX "refresh_tokens_session_identifier_idx";

-- DropIndex
DROP INDEX "refresh_tokens_max_lifetime_idx";

-- CreateIndex
CREATE INDEX "refresh_tokens_max_lifetime_idx" ON "refresh_tokens"("max_lifetime")
    WHERE "max_lifetime" IS NOT NULL;
