-- CreateIndex
CREATE INDEX "pre_registrations_verification_code_issued_at_idx" ON "pre_registrations"("verification_code_issued_at");

-- What was sent to a user once is looked for by its age. Few users have any of it: these indexes hold
-- only those (Prisma's schema cannot say so, so they are not in it).

-- CreateIndex
CREATE INDEX "users_forgot_password_code_issued_at_idx" ON "users"("forgot_password_code_issued_at")
    WHERE "forgot_password_code_issued_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "users_email_verification_code_issued_at_idx" ON "users"("email_verification_code_issued_at")
    WHERE "email_verification_code_issued_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "users_otp_enrollment_expires_at_idx" ON "users"("otp_enrollment_expires_at")
    WHERE "otp_enrollment_expires_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "codes_unspent_created_at_idx" ON "codes"("created_at") WHERE NOT "used";
