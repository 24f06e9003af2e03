import { type ErrorCode, isErrorCode } from '#lib/answers/error-codes.ts'
import type { Refusal } from '#lib/answers/refusal.ts'
import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import type { Contract } from '#lib/api/contract/define.ts'
import type { Context } from '#lib/context.ts'
import { recordRefusal } from '#lib/domain/audit/refusal-recorder.ts'

/**
 * The rule of each code of the APIs. Null: not recorded, because the activity has it (wrong passwords and codes), the
 * log has it (failures), or the request had no token.
 */
const rules: Readonly<Record<ErrorCode, RefusalRule | null>> = {
  VALIDATION_ERROR: 'api_value_refused',
  INVALID_REQUEST_BODY: 'api_body_malformed',
  INVALID_REQUEST: 'token_sent_twice',
  EMAIL_TOO_LONG: 'api_value_refused',
  VALUE_TOO_LONG: 'api_value_refused',
  FILE_TOO_LARGE: 'api_value_refused',
  NO_FILE: 'api_body_malformed',
  AUTHENTICATION_FAILED: null,
  OTP_CODE_REQUIRED: null,
  INVALID_OTP_CODE: null,
  OTP_ENROLLMENT_NOT_PENDING: 'api_state',
  SECRET_KEY_NOT_ACCEPTED: 'api_value_refused',
  OTP_ALREADY_ENABLED: 'api_state',
  OTP_NOT_ENABLED: 'api_state',
  INVALID_OR_EXPIRED_VERIFICATION_CODE: null,
  SMTP_NOT_ENABLED: 'api_state',
  SEND_FAILED: 'api_state',
  ACCESS_TOKEN_REQUIRED: null,
  INVALID_TOKEN: 'access_token_invalid',
  INVALID_SESSION: 'session_ended',
  INSUFFICIENT_SCOPE: 'api_scope_missing',
  USER_CONTEXT_REQUIRED: 'user_needed',
  FORBIDDEN: 'api_not_found',
  MANAGE_SCOPE_REQUIRED: 'manage_required',
  NOT_FOUND: 'api_not_found',
  CONCURRENT_UPDATE: 'api_conflict',
  EMAIL_ALREADY_EXISTS: 'api_conflict',
  LAST_ADMINISTRATOR: 'last_administrator',
  ROTATION_IN_PROGRESS: 'api_conflict',
  TOO_MANY_REQUESTS: 'too_many_requests',
  INTERNAL_SERVER_ERROR: null,
  KEY_SET_INCOMPLETE: null,
}

/** Records a refusal of an API. Its catalog keys all refuse a value. */
export function recordApiRefusal(
  ctx: Context,
  { path, method }: Contract,
  { code, details }: Refusal,
  status: number,
): void {
  const known = isErrorCode(code) ? rules[code] : 'api_value_refused'
  const rule = details.rule ?? known
  if (rule) recordRefusal(ctx, { endpoint: path, rule, error: code, status, facts: { method } })
}
