-- CreateTable
CREATE TABLE "resource_indicators" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resource_id" INTEGER NOT NULL,
    "uri" TEXT NOT NULL,
    "uri_key" TEXT NOT NULL,
    CONSTRAINT "resource_indicators_resource_id_fkey" FOREIGN KEY ("resource_id") REFERENCES "resources" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "inherited_session_clients" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL,
    "user_session_id" INTEGER NOT NULL,
    "session_identifier" TEXT NOT NULL,
    "client_id" INTEGER NOT NULL,
    CONSTRAINT "inherited_session_clients_user_session_id_fkey" FOREIGN KEY ("user_session_id") REFERENCES "user_sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "inherited_session_clients_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "untold_sign_ins" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL,
    "user_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    CONSTRAINT "untold_sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "untold_sign_ins_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "logout_notifications" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL,
    "client_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "session_identifier" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" DATETIME NOT NULL,
    "give_up_at" DATETIME NOT NULL,
    "last_outcome" TEXT NOT NULL DEFAULT '',
    "last_status" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "logout_notifications_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "settings" ADD COLUMN "resource_indicators_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "settings" ADD COLUMN "backchannel_logout_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN "backchannel_logout_uri" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "grants" ADD COLUMN "resources" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN "resources" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE UNIQUE INDEX "resource_indicators_uri_key_key" ON "resource_indicators"("uri_key");

-- CreateIndex
CREATE INDEX "resource_indicators_resource_id_idx" ON "resource_indicators"("resource_id");

-- CreateIndex
CREATE INDEX "inherited_session_clients_client_id_idx" ON "inherited_session_clients"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "inherited_session_clients_user_session_id_session_identifier_client_id_key" ON "inherited_session_clients"("user_session_id", "session_identifier", "client_id");

-- CreateIndex
CREATE INDEX "untold_sign_ins_client_id_idx" ON "untold_sign_ins"("client_id");

-- CreateIndex
CREATE INDEX "untold_sign_ins_created_at_idx" ON "untold_sign_ins"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "untold_sign_ins_user_id_client_id_key" ON "untold_sign_ins"("user_id", "client_id");

-- CreateIndex
CREATE INDEX "logout_notifications_state_next_attempt_at_idx" ON "logout_notifications"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "logout_notifications_client_id_idx" ON "logout_notifications"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "logout_notifications_session_identifier_client_id_subject_key" ON "logout_notifications"("session_identifier", "client_id", "subject");

-- The table belongs to the remembered configuration.
CREATE TRIGGER "resource_indicators_insert_version" AFTER INSERT ON "resource_indicators" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "resource_indicators_update_version" AFTER UPDATE ON "resource_indicators" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
CREATE TRIGGER "resource_indicators_delete_version" AFTER DELETE ON "resource_indicators" BEGIN
    UPDATE "configuration_version" SET "version" = hex(randomblob(16));
END;
