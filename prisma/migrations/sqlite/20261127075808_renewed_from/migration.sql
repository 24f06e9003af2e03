-- AlterTable
ALTER TABLE "settings" ADD COLUMN "self_registered_client_token_expiration_in_seconds" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "refresh_tokens" ADD COLUMN "renewed_from" TEXT NOT NULL DEFAULT '';
