/**
 * The closed list of error codes of the Admin and Account APIs, each with its status and default description
 * (docs/specification.md "Admin and Account API envelope").
 */
export const errorCodes = {
  VALIDATION_ERROR: { status: 400, description: 'A value was refused.' },
  INVALID_REQUEST_BODY: { status: 400, description: 'The request body is not the expected JSON.' },
  INVALID_REQUEST: { status: 400, description: 'The request is malformed.' },
  EMAIL_TOO_LONG: { status: 400, description: 'The email may have at most 60 characters.' },
  VALUE_TOO_LONG: { status: 400, description: 'The value may have at most 250 characters.' },
  FILE_TOO_LARGE: { status: 400, description: 'The file is too large or the form is unreadable.' },
  NO_FILE: { status: 400, description: "The form lacks the file field 'picture'." },
  AUTHENTICATION_FAILED: { status: 400, description: 'The password is not right.' },
  OTP_CODE_REQUIRED: { status: 400, description: 'A one-time code is required.' },
  INVALID_OTP_CODE: { status: 400, description: 'The one-time code is not valid.' },
  OTP_ENROLLMENT_NOT_PENDING: {
    status: 400,
    description: 'There is no pending two-factor enrollment, or it has expired.',
  },
  SECRET_KEY_NOT_ACCEPTED: { status: 400, description: 'The secret key may not be sent.' },
  OTP_ALREADY_ENABLED: { status: 400, description: 'Two-factor authentication is already on.' },
  OTP_NOT_ENABLED: { status: 400, description: 'Two-factor authentication is not on.' },
  INVALID_OR_EXPIRED_VERIFICATION_CODE: {
    status: 400,
    description: 'The verification code is wrong or has expired.',
  },
  SMTP_NOT_ENABLED: { status: 400, description: 'Sending mail is switched off.' },
  SEND_FAILED: { status: 400, description: 'Unable to send the test email.' },
  ACCESS_TOKEN_REQUIRED: { status: 401, description: 'An access token is required.' },
  INVALID_TOKEN: { status: 401, description: 'The access token is invalid.' },
  INVALID_SESSION: { status: 401, description: 'The session is not valid.' },
  INSUFFICIENT_SCOPE: { status: 403, description: 'Insufficient scope.' },
  USER_CONTEXT_REQUIRED: {
    status: 403,
    description: 'The access token was not issued for a user.',
  },
  FORBIDDEN: { status: 403, description: 'The record belongs to another user.' },
  MANAGE_SCOPE_REQUIRED: {
    status: 403,
    description: "This change needs the scope 'authserver:manage'.",
  },
  NOT_FOUND: { status: 404, description: 'There is no such record.' },
  CONCURRENT_UPDATE: {
    status: 409,
    description: 'The stored list has changed since it was read. Nothing was saved.',
  },
  EMAIL_ALREADY_EXISTS: { status: 409, description: 'The email is already in use.' },
  LAST_ADMINISTRATOR: {
    status: 409,
    description: "The change would leave no enabled user holding 'authserver:manage'.",
  },
  ROTATION_IN_PROGRESS: { status: 409, description: 'Another key rotation won.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    description: 'Too many requests. Please wait and try again later.',
  },
  INTERNAL_SERVER_ERROR: { status: 500, description: 'Internal server error.' },
  KEY_SET_INCOMPLETE: {
    status: 500,
    description: 'The key set has no current or no next key. Nothing was changed.',
  },
} as const satisfies Record<string, { status: number; description: string }>

export type ErrorCode = keyof typeof errorCodes

/** A key of the message catalogs, such as `validator.email.invalid_format`. */
export type CatalogKey = `${string}.${string}`

/** Distinguishes codes of the closed list from catalog keys. */
export function isErrorCode(code: ErrorCode | CatalogKey): code is ErrorCode {
  return code in errorCodes
}
