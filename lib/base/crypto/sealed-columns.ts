/**
 * Every column that holds sealed values, as `table.column`, with the column that identifies the row in the seal. The
 * identifying column never changes. It is the id, unless a row is sealed before it has one.
 */
export const sealedColumns = {
  'ceremonies.email_code_encrypted': 'id',
  'ceremonies.new_codes_encrypted': 'id',
  'ceremonies.otp_enrollment_secret_encrypted': 'id',
  'ceremonies.pending_identity_encrypted': 'id',
  'clients.client_secret_encrypted': 'id',
  'console_sessions.sealed': 'cookie_hash',
  'device_authorizations.approved_encrypted': 'device_code_hash',
  'identity_providers.client_secret_encrypted': 'alias',
  'key_pairs.private_key_encrypted': 'key_identifier',
  'pushed_requests.parameters_encrypted': 'handle_hash',
  'settings.smtp_password_encrypted': 'id',
  'users.email_verification_code_encrypted': 'id',
  'users.factor_code_encrypted': 'id',
  'users.otp_enrollment_secret_encrypted': 'id',
  'users.otp_secret_encrypted': 'id',
  'users.pending_email_code_encrypted': 'id',
} as const

export type SealedColumn = keyof typeof sealedColumns

/** Where a sealed value opens: a column and its row, a cookie, or a field of a form. */
export type SealedPlace =
  | `${SealedColumn}/${string | number}`
  | 'cookie/handshake'
  | 'form/authorization-request'
  | 'form/removal-after-reset'
  | 'form/sign-in-test'
