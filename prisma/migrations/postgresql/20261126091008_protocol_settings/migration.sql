-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "authorization_server_metadata_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "authorization_response_iss_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "self_registered_client_scopes" TEXT,
ADD COLUMN     "token_introspection_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "token_revocation_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "allowed_scopes" TEXT;

-- CreateTable
CREATE TABLE "client_introspection_resources" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_id" BIGINT NOT NULL,
    "resource_id" BIGINT NOT NULL,

    CONSTRAINT "client_introspection_resources_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "client_introspection_resources_resource_id_idx" ON "client_introspection_resources"("resource_id");

-- CreateIndex
CREATE UNIQUE INDEX "client_introspection_resources_client_id_resource_id_key" ON "client_introspection_resources"("client_id", "resource_id");

-- AddForeignKey
ALTER TABLE "client_introspection_resources" ADD CONSTRAINT "client_introspection_resources_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_introspection_resources" ADD CONSTRAINT "client_introspection_resources_resource_id_fkey" FOREIGN KEY ("resource_id") REFERENCES "resources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The table belongs to the remembered configuration.
CREATE CONSTRAINT TRIGGER "client_introspection_resources_version" AFTER INSERT OR UPDATE OR DELETE ON "client_introspection_resources"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
