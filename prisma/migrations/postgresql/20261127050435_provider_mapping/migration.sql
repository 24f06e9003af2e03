-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "groups_claim" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "profile_claims" TEXT NOT NULL DEFAULT '{"givenName":"given_name","familyName":"family_name"}',
ADD COLUMN     "sync_profile" TEXT NOT NULL DEFAULT 'creation';

-- AlterTable
ALTER TABLE "identity_provider_states" ADD COLUMN     "groups_missing" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "groups_missing_at" TIMESTAMP(3),
ADD COLUMN     "groups_missing_why" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "identity_provider_groups" (
    "id" BIGSERIAL NOT NULL,
    "provider_id" BIGINT NOT NULL,
    "value" TEXT NOT NULL,
    "group_id" BIGINT NOT NULL,

    CONSTRAINT "identity_provider_groups_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "identity_provider_groups_group_id_idx" ON "identity_provider_groups"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "identity_provider_groups_provider_id_value_key" ON "identity_provider_groups"("provider_id", "value");

-- AddForeignKey
ALTER TABLE "identity_provider_groups" ADD CONSTRAINT "identity_provider_groups_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_provider_groups" ADD CONSTRAINT "identity_provider_groups_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;
