-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "backchannel_logout_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "resource_indicators_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "backchannel_logout_uri" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "resources" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "ceremonies" ADD COLUMN     "resources" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "resource_indicators" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resource_id" BIGINT NOT NULL,
    "uri" TEXT NOT NULL,
    "uri_key" TEXT NOT NULL,

    CONSTRAINT "resource_indicators_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inherited_session_clients" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "user_session_id" BIGINT NOT NULL,
    "session_identifier" TEXT NOT NULL,
    "client_id" BIGINT NOT NULL,

    CONSTRAINT "inherited_session_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "untold_sign_ins" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "user_id" BIGINT NOT NULL,
    "client_id" BIGINT NOT NULL,

    CONSTRAINT "untold_sign_ins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "logout_notifications" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "client_id" BIGINT NOT NULL,
    "subject" TEXT NOT NULL,
    "session_identifier" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMP(3) NOT NULL,
    "give_up_at" TIMESTAMP(3) NOT NULL,
    "last_outcome" TEXT NOT NULL DEFAULT '',
    "last_status" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "logout_notifications_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "resource_indicators_uri_key_key" ON "resource_indicators"("uri_key");

-- CreateIndex
CREATE INDEX "resource_indicators_resource_id_idx" ON "resource_indicators"("resource_id");

-- CreateIndex
CREATE INDEX "inherited_session_clients_client_id_idx" ON "inherited_session_clients"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "inherited_session_clients_user_session_id_session_identifie_key" ON "inherited_session_clients"("user_session_id", "session_identifier", "client_id");

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

-- AddForeignKey
ALTER TABLE "resource_indicators" ADD CONSTRAINT "resource_indicators_resource_id_fkey" FOREIGN KEY ("resource_id") REFERENCES "resources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inherited_session_clients" ADD CONSTRAINT "inherited_session_clients_user_session_id_fkey" FOREIGN KEY ("user_session_id") REFERENCES "user_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inherited_session_clients" ADD CONSTRAINT "inherited_session_clients_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "untold_sign_ins" ADD CONSTRAINT "untold_sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "untold_sign_ins" ADD CONSTRAINT "untold_sign_ins_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "logout_notifications" ADD CONSTRAINT "logout_notifications_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The table belongs to the remembered configuration.
CREATE CONSTRAINT TRIGGER "resource_indicators_version" AFTER INSERT OR UPDATE OR DELETE ON "resource_indicators"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "renew_configuration_version"();
