-- AlterTable
ALTER TABLE "settings" ADD COLUMN "authorization_server_metadata_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "authorization_response_iss_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "token_revocation_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "token_introspection_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "self_registered_client_scopes" TEXT;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN "allowed_scopes" TEXT;

-- CreateTable
CREATE TABLE "client_introspection_resources" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_id" INTEGER NOT NULL,
    "resource_id" INTEGER NOT NULL,
    CONSTRAINT "client_introspection_resources_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "client_introspection_resources_resource_id_fkey" FOREIGN KEY ("resource_id") REFERENCES "resources" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "client_introspection_resources_resource_id_idx" ON "client_introspection_resources"("resource_id");

-- CreateIndex
CREATE UNIQUE INDEX "client_introspection_resources_client_id_resource_id_key" ON "client_introspection_resources"("client_id", "resource_id");

-- The table belongs to the remembered configuration.
CREATE TRIGGER "client_introspection_resources_insert_version" AFTER INSERT ON "client_introspection_resources" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "client_introspection_resources_update_version" AFTER UPDATE ON "client_introspection_resources" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "client_introspection_resources_delete_version" AFTER DELETE ON "client_introspection_resources" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
