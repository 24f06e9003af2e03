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

/**
 * The columns whose values last minutes or hours, with what is lost when no key opens one: its row, or the value alone.
 * The person or the application begins again. Values of all other columns last.
 */
export const shortLivedColumns: Readonly<Partial<Record<SealedColumn, 'row' | 'value'>>> = {
  'ceremonies.email_code_encrypted': 'row',
  'ceremonies.new_codes_encrypted': 'row',
  'ceremonies.otp_enrollment_secret_encrypted': 'row',
  'ceremonies.pending_identity_encrypted': 'row',
  'console_sessions.sealed': 'row',
  'device_authorizations.approved_encrypted': 'row',
  'pushed_requests.parameters_encrypted': 'row',
  'users.email_verification_code_encrypted': 'value',
  'users.factor_code_encrypted': 'value',
  'users.otp_enrollment_secret_encrypted': 'value',
  'users.pending_email_code_encrypted': 'value',
}

/** Where a stored value opens: a column and its row. */
export type StoredPlace = `${SealedColumn}/${string | number}`

/** Where a sealed value opens: in the database, a cookie, or a field of a form. */
export type SealedPlace =
  | StoredPlace
  | 'cookie/handshake'
  | 'form/authorization-request'
  | 'form/removal-after-reset'
  | 'form/sign-in-test'

/** True when the value of a place lasts minutes or hours only. */
export function isShortLived(place: StoredPlace): boolean {
  return columnOf(place) in shortLivedColumns
}

/** A place in words, for the operator: `clients.client_secret_encrypted (id 12)`. */
export function describePlace(place: StoredPlace): string {
  const column = columnOf(place)
  return `${column} (${sealedColumns[column]} ${place.slice(column.length + 1)})`
}

function columnOf(place: StoredPlace): SealedColumn {
  return place.slice(0, place.indexOf('/')) as SealedColumn
}
