-- A value that changes with every change of what administrators set up, and with nothing else: as long as
-- it stands, a process need not read those rows again. Kept by the database itself, whoever writes. None
-- of this is in the Prisma schema: a migration that makes one of these tables anew must make its triggers anew
-- too.

-- CreateTable
CREATE TABLE "configuration_version" (
    "id" INTEGER NOT NULL PRIMARY KEY CHECK ("id" = 1),
    "version" TEXT NOT NULL
);

INSERT INTO "configuration_version" ("id", "version") VALUES (1, hex(randomblob(16)));

CREATE TRIGGER "settings_insert_version" AFTER INSERT ON "settings" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "settings_update_version" AFTER UPDATE ON "settings" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "settings_delete_version" AFTER DELETE ON "settings" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;

CREATE TRIGGER "key_pairs_insert_version" AFTER INSERT ON "key_pairs" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "key_pairs_update_version" AFTER UPDATE ON "key_pairs" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "key_pairs_delete_version" AFTER DELETE ON "key_pairs" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;

CREATE TRIGGER "clients_insert_version" AFTER INSERT ON "clients" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "clients_update_version" AFTER UPDATE ON "clients" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "clients_delete_version" AFTER DELETE ON "clients" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;

CREATE TRIGGER "client_redirect_uris_insert_version" AFTER INSERT ON "client_redirect_uris" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "client_redirect_uris_update_version" AFTER UPDATE ON "client_redirect_uris" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "client_redirect_uris_delete_version" AFTER DELETE ON "client_redirect_uris" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;

CREATE TRIGGER "client_web_origins_insert_version" AFTER INSERT ON "client_web_origins" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "client_web_origins_update_version" AFTER UPDATE ON "client_web_origins" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "client_web_origins_delete_version" AFTER DELETE ON "client_web_origins" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;

CREATE TRIGGER "client_permissions_insert_version" AFTER INSERT ON "client_permissions" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "client_permissions_update_version" AFTER UPDATE ON "client_permissions" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "client_permissions_delete_version" AFTER DELETE ON "client_permissions" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;

CREATE TRIGGER "permissions_insert_version" AFTER INSERT ON "permissions" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "permissions_update_version" AFTER UPDATE ON "permissions" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "permissions_delete_version" AFTER DELETE ON "permissions" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;

CREATE TRIGGER "resources_insert_version" AFTER INSERT ON "resources" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "resources_update_version" AFTER UPDATE ON "resources" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "resources_delete_version" AFTER DELETE ON "resources" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
