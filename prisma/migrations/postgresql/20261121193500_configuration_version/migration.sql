-- A value that changes with every change of what administrators set up, and with nothing else: as long as
-- it stands, a process need not read those rows again. Kept by the database itself, whoever writes. None
-- of this is in the Prisma schema.

-- CreateTable
CREATE TABLE "configuration_version" (
    "id" INTEGER NOT NULL PRIMARY KEY CHECK ("id" = 1),
    "version" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL
);

INSERT INTO "configuration_version" ("id", "version", "changed_by") VALUES (1, gen_random_uuid(), '');

-- Once in a transaction, however many rows it changes.
CREATE FUNCTION "renew_configuration_version"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE "configuration_version"
    SET "version" = gen_random_uuid(), "changed_by" = pg_current_xact_id()::text
    WHERE "changed_by" <> pg_current_xact_id()::text;
    RETURN NULL;
END $$;

-- Deferred to the commit: the lock on the one row is taken last and held shortly, so that changes of
-- different rows neither wait for each other nor end in a deadlock.
CREATE CONSTRAINT TRIGGER "settings_version" AFTER INSERT OR UPDATE OR DELETE ON "settings"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
CREATE CONSTRAINT TRIGGER "key_pairs_version" AFTER INSERT OR UPDATE OR DELETE ON "key_pairs"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
CREATE CONSTRAINT TRIGGER "clients_version" AFTER INSERT OR UPDATE OR DELETE ON "clients"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
CREATE CONSTRAINT TRIGGER "client_redirect_uris_version" AFTER INSERT OR UPDATE OR DELETE ON "client_redirect_uris"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
CREATE CONSTRAINT TRIGGER "client_web_origins_version" AFTER INSERT OR UPDATE OR DELETE ON "client_web_origins"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
CREATE CONSTRAINT TRIGGER "client_permissions_version" AFTER INSERT OR UPDATE OR DELETE ON "client_permissions"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
CREATE CONSTRAINT TRIGGER "permissions_version" AFTER INSERT OR UPDATE OR DELETE ON "permissions"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
CREATE CONSTRAINT TRIGGER "resources_version" AFTER INSERT OR UPDATE OR DELETE ON "resources"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
