-- CreateTable
CREATE TABLE "settings" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "app_name" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "ui_theme" TEXT NOT NULL DEFAULT '',
    "password_policy" TEXT NOT NULL DEFAULT 'low',
    "self_registration_enabled" BOOLEAN NOT NULL DEFAULT true,
    "self_registration_requires_email_verification" BOOLEAN NOT NULL DEFAULT false,
    "dynamic_client_registration_enabled" BOOLEAN NOT NULL DEFAULT false,
    "token_expiration_in_seconds" INTEGER NOT NULL DEFAULT 300,
    "refresh_token_offline_idle_timeout_in_seconds" INTEGER NOT NULL DEFAULT 2592000,
    "refresh_token_offline_max_lifetime_in_seconds" INTEGER NOT NULL DEFAULT 31536000,
    "user_session_idle_timeout_in_seconds" INTEGER NOT NULL DEFAULT 7200,
    "user_session_max_lifetime_in_seconds" INTEGER NOT NULL DEFAULT 86400,
    "include_oidc_claims_in_access_token" BOOLEAN NOT NULL DEFAULT false,
    "include_oidc_claims_in_id_token" BOOLEAN NOT NULL DEFAULT true,
    "pkce_required" BOOLEAN NOT NULL DEFAULT true,
    "implicit_flow_enabled" BOOLEAN NOT NULL DEFAULT false,
    "ropc_enabled" BOOLEAN NOT NULL DEFAULT false,
    "smtp_enabled" BOOLEAN NOT NULL DEFAULT false,
    "smtp_host" TEXT NOT NULL DEFAULT '',
    "smtp_port" INTEGER NOT NULL DEFAULT 0,
    "smtp_username" TEXT NOT NULL DEFAULT '',
    "smtp_password_encrypted" BLOB,
    "smtp_encryption" TEXT NOT NULL DEFAULT 'none',
    "smtp_from_name" TEXT NOT NULL DEFAULT '',
    "smtp_from_email" TEXT NOT NULL DEFAULT '',
    "audit_logs_in_console_enabled" BOOLEAN NOT NULL DEFAULT true,
    "audit_logs_in_database_enabled" BOOLEAN NOT NULL DEFAULT true,
    "audit_log_retention_days" INTEGER NOT NULL DEFAULT 180,
    "last_cleanup_at" DATETIME
);

-- CreateTable
CREATE TABLE "clients" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "client_identifier" TEXT NOT NULL,
    "client_secret_encrypted" BLOB,
    "description" TEXT NOT NULL DEFAULT '',
    "website_url" TEXT NOT NULL DEFAULT '',
    "display_name" TEXT NOT NULL DEFAULT '',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "consent_required" BOOLEAN NOT NULL DEFAULT false,
    "created_via_dcr" BOOLEAN NOT NULL DEFAULT false,
    "administrative_scopes_allowed" BOOLEAN NOT NULL DEFAULT false,
    "is_system_level_client" BOOLEAN NOT NULL DEFAULT false,
    "show_logo" BOOLEAN NOT NULL DEFAULT false,
    "show_display_name" BOOLEAN NOT NULL DEFAULT false,
    "show_description" BOOLEAN NOT NULL DEFAULT false,
    "show_website_url" BOOLEAN NOT NULL DEFAULT false,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "authorization_code_enabled" BOOLEAN NOT NULL DEFAULT false,
    "client_credentials_enabled" BOOLEAN NOT NULL DEFAULT false,
    "pkce_required" BOOLEAN,
    "implicit_grant_enabled" BOOLEAN,
    "ropc_enabled" BOOLEAN,
    "token_expiration_in_seconds" INTEGER NOT NULL DEFAULT 0,
    "refresh_token_offline_idle_timeout_in_seconds" INTEGER NOT NULL DEFAULT 0,
    "refresh_token_offline_max_lifetime_in_seconds" INTEGER NOT NULL DEFAULT 0,
    "include_oidc_claims_in_access_token" TEXT NOT NULL DEFAULT 'default',
    "include_oidc_claims_in_id_token" TEXT NOT NULL DEFAULT 'default',
    "default_acr_level" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "client_redirect_uris" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_id" INTEGER NOT NULL,
    "uri" TEXT NOT NULL,
    CONSTRAINT "client_redirect_uris_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "client_web_origins" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_id" INTEGER NOT NULL,
    "origin" TEXT NOT NULL,
    CONSTRAINT "client_web_origins_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "client_logos" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "client_id" INTEGER NOT NULL,
    "image" BLOB NOT NULL,
    "content_type" TEXT NOT NULL,
    "etag" TEXT NOT NULL,
    CONSTRAINT "client_logos_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "resources" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "resource_identifier" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT ''
);

-- CreateTable
CREATE TABLE "permissions" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "resource_id" INTEGER NOT NULL,
    "permission_identifier" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "permissions_resource_id_fkey" FOREIGN KEY ("resource_id") REFERENCES "resources" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "client_permissions" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "client_id" INTEGER NOT NULL,
    "permission_id" INTEGER NOT NULL,
    CONSTRAINT "client_permissions_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "client_permissions_permission_id_fkey" FOREIGN KEY ("permission_id") REFERENCES "permissions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "user_permissions" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER NOT NULL,
    "permission_id" INTEGER NOT NULL,
    CONSTRAINT "user_permissions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "user_permissions_permission_id_fkey" FOREIGN KEY ("permission_id") REFERENCES "permissions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "group_permissions" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "group_id" INTEGER NOT NULL,
    "permission_id" INTEGER NOT NULL,
    CONSTRAINT "group_permissions_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "group_permissions_permission_id_fkey" FOREIGN KEY ("permission_id") REFERENCES "permissions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "users" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "subject" TEXT NOT NULL,
    "username" TEXT NOT NULL DEFAULT '',
    "username_key" TEXT,
    "given_name" TEXT NOT NULL DEFAULT '',
    "middle_name" TEXT NOT NULL DEFAULT '',
    "family_name" TEXT NOT NULL DEFAULT '',
    "nickname" TEXT NOT NULL DEFAULT '',
    "website" TEXT NOT NULL DEFAULT '',
    "gender" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "email_verification_code_encrypted" BLOB,
    "email_verification_code_issued_at" DATETIME,
    "zone_info_country_name" TEXT NOT NULL DEFAULT '',
    "zone_info" TEXT NOT NULL DEFAULT '',
    "locale" TEXT NOT NULL DEFAULT '',
    "birth_date" TEXT,
    "phone_number" TEXT NOT NULL DEFAULT '',
    "phone_number_country_unique_id" TEXT NOT NULL DEFAULT '',
    "phone_number_country_calling_code" TEXT NOT NULL DEFAULT '',
    "phone_number_verified" BOOLEAN NOT NULL DEFAULT false,
    "address_line1" TEXT NOT NULL DEFAULT '',
    "address_line2" TEXT NOT NULL DEFAULT '',
    "address_locality" TEXT NOT NULL DEFAULT '',
    "address_region" TEXT NOT NULL DEFAULT '',
    "address_postal_code" TEXT NOT NULL DEFAULT '',
    "address_country" TEXT NOT NULL DEFAULT '',
    "password_hash" TEXT NOT NULL DEFAULT '',
    "otp_enabled" BOOLEAN NOT NULL DEFAULT false,
    "otp_secret_encrypted" BLOB,
    "last_otp_step" INTEGER NOT NULL DEFAULT 0,
    "otp_enrollment_secret_encrypted" BLOB,
    "otp_enrollment_expires_at" DATETIME,
    "forgot_password_code_hash" TEXT,
    "forgot_password_code_issued_at" DATETIME,
    "auth_state_generation" INTEGER NOT NULL DEFAULT 0,
    "otp_config_generation" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "user_profile_pictures" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "user_id" INTEGER NOT NULL,
    "image" BLOB NOT NULL,
    "content_type" TEXT NOT NULL,
    CONSTRAINT "user_profile_pictures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "user_attributes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "include_in_id_token" BOOLEAN NOT NULL DEFAULT false,
    "include_in_access_token" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "user_attributes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "groups" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "group_identifier" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "include_in_id_token" BOOLEAN NOT NULL DEFAULT false,
    "include_in_access_token" BOOLEAN NOT NULL DEFAULT false
);

-- CreateTable
CREATE TABLE "group_attributes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "group_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "include_in_id_token" BOOLEAN NOT NULL DEFAULT false,
    "include_in_access_token" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "group_attributes_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "user_groups" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER NOT NULL,
    "group_id" INTEGER NOT NULL,
    CONSTRAINT "user_groups_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "user_groups_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "user_consents" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "user_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "scope" TEXT NOT NULL,
    "granted_at" DATETIME NOT NULL,
    CONSTRAINT "user_consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "user_consents_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "user_sessions" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "user_id" INTEGER NOT NULL,
    "session_identifier" TEXT NOT NULL,
    "cookie_hash" TEXT NOT NULL,
    "started" DATETIME NOT NULL,
    "last_accessed" DATETIME NOT NULL,
    "auth_time" DATETIME NOT NULL,
    "auth_methods" TEXT NOT NULL,
    "acr_level" TEXT NOT NULL,
    "ip_address" TEXT NOT NULL,
    "device_name" TEXT NOT NULL,
    "device_type" TEXT NOT NULL,
    "device_os" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "auth_state_generation" INTEGER NOT NULL,
    "otp_config_generation" INTEGER NOT NULL,
    CONSTRAINT "user_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "user_session_clients" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "user_session_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "started" DATETIME NOT NULL,
    "last_accessed" DATETIME NOT NULL,
    CONSTRAINT "user_session_clients_user_session_id_fkey" FOREIGN KEY ("user_session_id") REFERENCES "user_sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "user_session_clients_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "grants" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "grant_identifier" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "session_identifier" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "revoked_at" DATETIME,
    "revoked_reason" TEXT,
    CONSTRAINT "grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "grants_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "codes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL,
    "grant_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,
    "code_challenge" TEXT,
    "code_challenge_method" TEXT,
    "scope" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "response_mode" TEXT NOT NULL,
    "session_identifier" TEXT NOT NULL,
    "acr_level" TEXT NOT NULL,
    "auth_methods" TEXT NOT NULL,
    "authenticated_at" DATETIME NOT NULL,
    "auth_state_generation" INTEGER NOT NULL,
    "ip_address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "used" BOOLEAN NOT NULL DEFAULT false,
    "used_at" DATETIME,
    "revoked" BOOLEAN NOT NULL DEFAULT false,
    "revoked_reason" TEXT,
    CONSTRAINT "codes_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "grants" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "codes_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "grant_id" INTEGER NOT NULL,
    "code_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "jti" TEXT NOT NULL,
    "previous_jti" TEXT NOT NULL,
    "first_jti" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "session_identifier" TEXT NOT NULL,
    "issued_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "max_lifetime" DATETIME,
    "authenticated_at" DATETIME NOT NULL,
    "acr_level" TEXT NOT NULL,
    "auth_methods" TEXT NOT NULL,
    "auth_state_generation" INTEGER NOT NULL,
    "revoked" BOOLEAN NOT NULL DEFAULT false,
    "revoked_at" DATETIME,
    "revoked_reason" TEXT,
    CONSTRAINT "refresh_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "grants" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "refresh_tokens_code_id_fkey" FOREIGN KEY ("code_id") REFERENCES "codes" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "refresh_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "refresh_tokens_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "key_pairs" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "state" TEXT NOT NULL,
    "key_identifier" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "private_key_encrypted" BLOB NOT NULL,
    "public_key_pem" TEXT NOT NULL,
    "public_key_der" BLOB NOT NULL,
    "public_key_jwk" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "pre_registrations" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL DEFAULT '',
    "verification_code_hash" TEXT NOT NULL,
    "verification_code_issued_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "audit_logs" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL,
    "audit_event" TEXT NOT NULL,
    "details" TEXT NOT NULL,
    "request_id" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "ceremonies" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "ceremony_identifier" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "client_id" INTEGER NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "response_type" TEXT NOT NULL,
    "response_mode" TEXT NOT NULL,
    "code_challenge" TEXT,
    "scope" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "max_age" INTEGER,
    "target_acr" TEXT NOT NULL,
    "hint_subject" TEXT NOT NULL,
    "ui_locales" TEXT NOT NULL,
    "login_hint" TEXT NOT NULL,
    "ip_address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "user_id" INTEGER,
    "password_verified_at" DATETIME,
    "otp_verified_at" DATETIME,
    "auth_state_generation" INTEGER,
    "otp_config_generation" INTEGER,
    "otp_enrollment_secret_encrypted" BLOB,
    "session_identifier" TEXT NOT NULL DEFAULT '',
    "consented_scope" TEXT,
    "completed_at" DATETIME,
    "form_error" TEXT NOT NULL DEFAULT '',
    "form_email" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "ceremonies_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "authorize_handovers" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "handle_hash" TEXT NOT NULL,
    "parameters" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "points" INTEGER NOT NULL,
    "expire" DATETIME
);

-- CreateTable
CREATE TABLE "leases" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "clients_client_identifier_key" ON "clients"("client_identifier");

-- CreateIndex
CREATE UNIQUE INDEX "client_redirect_uris_client_id_uri_key" ON "client_redirect_uris"("client_id", "uri");

-- CreateIndex
CREATE INDEX "client_web_origins_origin_idx" ON "client_web_origins"("origin");

-- CreateIndex
CREATE UNIQUE INDEX "client_web_origins_client_id_origin_key" ON "client_web_origins"("client_id", "origin");

-- CreateIndex
CREATE UNIQUE INDEX "client_logos_client_id_key" ON "client_logos"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "resources_resource_identifier_key" ON "resources"("resource_identifier");

-- CreateIndex
CREATE UNIQUE INDEX "permissions_resource_id_permission_identifier_key" ON "permissions"("resource_id", "permission_identifier");

-- CreateIndex
CREATE INDEX "client_permissions_permission_id_idx" ON "client_permissions"("permission_id");

-- CreateIndex
CREATE UNIQUE INDEX "client_permissions_client_id_permission_id_key" ON "client_permissions"("client_id", "permission_id");

-- CreateIndex
CREATE INDEX "user_permissions_permission_id_idx" ON "user_permissions"("permission_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_permissions_user_id_permission_id_key" ON "user_permissions"("user_id", "permission_id");

-- CreateIndex
CREATE INDEX "group_permissions_permission_id_idx" ON "group_permissions"("permission_id");

-- CreateIndex
CREATE UNIQUE INDEX "group_permissions_group_id_permission_id_key" ON "group_permissions"("group_id", "permission_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_subject_key" ON "users"("subject");

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key_key" ON "users"("username_key");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_forgot_password_code_hash_key" ON "users"("forgot_password_code_hash");

-- CreateIndex
CREATE INDEX "users_username_idx" ON "users"("username");

-- CreateIndex
CREATE INDEX "users_given_name_idx" ON "users"("given_name");

-- CreateIndex
CREATE INDEX "users_middle_name_idx" ON "users"("middle_name");

-- CreateIndex
CREATE INDEX "users_family_name_idx" ON "users"("family_name");

-- CreateIndex
CREATE UNIQUE INDEX "user_profile_pictures_user_id_key" ON "user_profile_pictures"("user_id");

-- CreateIndex
CREATE INDEX "user_attributes_user_id_idx" ON "user_attributes"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "groups_group_identifier_key" ON "groups"("group_identifier");

-- CreateIndex
CREATE INDEX "group_attributes_group_id_idx" ON "group_attributes"("group_id");

-- CreateIndex
CREATE INDEX "user_groups_group_id_idx" ON "user_groups"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_groups_user_id_group_id_key" ON "user_groups"("user_id", "group_id");

-- CreateIndex
CREATE INDEX "user_consents_client_id_idx" ON "user_consents"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_consents_user_id_client_id_key" ON "user_consents"("user_id", "client_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_sessions_session_identifier_key" ON "user_sessions"("session_identifier");

-- CreateIndex
CREATE UNIQUE INDEX "user_sessions_cookie_hash_key" ON "user_sessions"("cookie_hash");

-- CreateIndex
CREATE INDEX "user_sessions_user_id_idx" ON "user_sessions"("user_id");

-- CreateIndex
CREATE INDEX "user_sessions_last_accessed_idx" ON "user_sessions"("last_accessed");

-- CreateIndex
CREATE INDEX "user_sessions_started_idx" ON "user_sessions"("started");

-- CreateIndex
CREATE INDEX "user_session_clients_client_id_idx" ON "user_session_clients"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_session_clients_user_session_id_client_id_key" ON "user_session_clients"("user_session_id", "client_id");

-- CreateIndex
CREATE UNIQUE INDEX "grants_grant_identifier_key" ON "grants"("grant_identifier");

-- CreateIndex
CREATE INDEX "grants_user_id_idx" ON "grants"("user_id");

-- CreateIndex
CREATE INDEX "grants_client_id_idx" ON "grants"("client_id");

-- CreateIndex
CREATE INDEX "grants_session_identifier_idx" ON "grants"("session_identifier");

-- CreateIndex
CREATE INDEX "grants_expires_at_idx" ON "grants"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "codes_code_hash_key" ON "codes"("code_hash");

-- CreateIndex
CREATE INDEX "codes_grant_id_idx" ON "codes"("grant_id");

-- CreateIndex
CREATE INDEX "codes_client_id_idx" ON "codes"("client_id");

-- CreateIndex
CREATE INDEX "codes_user_id_idx" ON "codes"("user_id");

-- CreateIndex
CREATE INDEX "codes_session_identifier_idx" ON "codes"("session_identifier");

-- CreateIndex
CREATE INDEX "codes_created_at_idx" ON "codes"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_tokens_jti_key" ON "refresh_tokens"("jti");

-- CreateIndex
CREATE INDEX "refresh_tokens_first_jti_idx" ON "refresh_tokens"("first_jti");

-- CreateIndex
CREATE INDEX "refresh_tokens_grant_id_idx" ON "refresh_tokens"("grant_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_code_id_idx" ON "refresh_tokens"("code_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_user_id_idx" ON "refresh_tokens"("user_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_client_id_idx" ON "refresh_tokens"("client_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_session_identifier_idx" ON "refresh_tokens"("session_identifier");

-- CreateIndex
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "refresh_tokens_max_lifetime_idx" ON "refresh_tokens"("max_lifetime");

-- CreateIndex
CREATE UNIQUE INDEX "key_pairs_state_key" ON "key_pairs"("state");

-- CreateIndex
CREATE UNIQUE INDEX "key_pairs_key_identifier_key" ON "key_pairs"("key_identifier");

-- CreateIndex
CREATE UNIQUE INDEX "pre_registrations_email_key" ON "pre_registrations"("email");

-- CreateIndex
CREATE UNIQUE INDEX "pre_registrations_verification_code_hash_key" ON "pre_registrations"("verification_code_hash");

-- CreateIndex
CREATE INDEX "audit_logs_created_at_id_idx" ON "audit_logs"("created_at", "id");

-- CreateIndex
CREATE INDEX "audit_logs_audit_event_created_at_id_idx" ON "audit_logs"("audit_event", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_logs_request_id_idx" ON "audit_logs"("request_id");

-- CreateIndex
CREATE UNIQUE INDEX "ceremonies_ceremony_identifier_key" ON "ceremonies"("ceremony_identifier");

-- CreateIndex
CREATE INDEX "ceremonies_browser_hash_idx" ON "ceremonies"("browser_hash");

-- CreateIndex
CREATE INDEX "ceremonies_expires_at_idx" ON "ceremonies"("expires_at");

-- CreateIndex
CREATE INDEX "ceremonies_client_id_idx" ON "ceremonies"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "authorize_handovers_handle_hash_key" ON "authorize_handovers"("handle_hash");

-- CreateIndex
CREATE INDEX "authorize_handovers_expires_at_idx" ON "authorize_handovers"("expires_at");

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");
