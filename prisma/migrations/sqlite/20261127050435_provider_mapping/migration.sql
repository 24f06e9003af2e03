-- CreateTable
CREATE TABLE "identity_provider_groups" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "provider_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "group_id" INTEGER NOT NULL,
    CONSTRAINT "identity_provider_groups_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "identity_provider_groups_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN "groups_claim" TEXT NOT NULL DEFAULT '';
ALTER TABLE "identity_providers" ADD COLUMN "profile_claims" TEXT NOT NULL DEFAULT '{"givenName":"given_name","familyName":"family_name"}';
ALTER TABLE "identity_providers" ADD COLUMN "sync_profile" TEXT NOT NULL DEFAULT 'creation';

-- AlterTable
ALTER TABLE "identity_provider_states" ADD COLUMN "groups_missing" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "identity_provider_states" ADD COLUMN "groups_missing_at" DATETIME;
ALTER TABLE "identity_provider_states" ADD COLUMN "groups_missing_why" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "identity_provider_groups_group_id_idx" ON "identity_provider_groups"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "identity_provider_groups_provider_id_value_key" ON "identity_provider_groups"("provider_id", "value");
