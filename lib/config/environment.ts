import { z } from 'zod'
import { isUuid } from '#lib/base/crypto/uuid.ts'
import { isAddressOrBlock } from '#lib/base/network/ip.ts'
import { codePoints, isOneLine } from '#lib/base/text/text.ts'
import { hasEmailForm, normalizeEmail } from '#lib/domain/email/email-form.ts'
import { firstPolicy, passwordRule } from '#lib/domain/passwords/password-rules.ts'
import { consoleClientIdentifier } from '#lib/domain/permissions/built-in.ts'
import {
  hasAngleBrackets,
  isClientSecret,
  isIdentifier,
  maxAppNameLength,
  maxEmailLength,
} from '#lib/domain/values/forms.ts'

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:\/\/[^\s\\]+$/i.test(text)) return false
  return url.href === `${url.origin}/` && !text.includes('?') && !text.includes('#')
}

const origin = (name: string) =>
  z
    .string()
    .refine(
      isOrigin,
      `${name} must be an http or https address without a path, such as https://login.example.com.`,
    )
    .transform((text) => new URL(text).origin)

const flag = (name: string, standard: boolean) =>
  z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['true', 'false', '1', '0'], `${name} must be true or false.`))
    .transform((text) => text === 'true' || text === '1')
    .default(standard)

const integer = (name: string, standard: number, min: number, max: number) => {
  const sentence = `${name} must be a whole number from ${min} to ${max}.`
  return z
    .string()
    .regex(/^\d{1,10}$/, { error: sentence, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence)
    .default(standard)
}

/** A budget: a number of failures within a number of seconds. */
const budget = (name: string, points: number, seconds: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,4}$/, {
      error: `${name} must be a number of failures and a number of seconds, such as ${points}/${seconds}.`,
      abort: true,
    })
    .transform((text) => text.split('/').map(Number) as [points: number, seconds: number])
    .default([points, seconds])

const hexKey = (name: string) =>
  z
    .string()
    .regex(/^[0-9A-Fa-f]{64}$/, `${name} must be 32 bytes written as 64 hexadecimal digits.`)

/** A plain file: no folder, no options, and no in-memory database, which would end with the process. */
function isDatabaseFile(path: string): boolean {
  return !/[?#]/.test(path) && !/(^|[\\/])(\.{0,2}|:memory:)$/.test(path)
}

/**
 * False for an address whose password contains unescaped reserved characters: the driver would read a part of the
 * password as the host or as a later component. An empty host is valid: the driver uses its default
 * (`postgresql://user:password@/database`).
 */
export function isPostgresqlAddress(text: string): boolean {
  const [, authority = '', path = '', query = '', fragment] =
    /^[a-z]+:\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(text) ?? []
  const isAmbiguous =
    fragment !== undefined ||
    authority.split('@').length > 2 ||
    path.includes('@') ||
    query.split('&').some((parameter) => /^[^=]*@/.test(parameter))
  if (isAmbiguous) return false
  return URL.canParse(text) || URL.canParse(text.replace('@/', '@localhost/'))
}

/** The required form of such an address, for the end of a sentence. */
export const postgresqlAddressForm =
  'a complete address, such as postgresql://user:password@host:5432/database, with characters like @, / and # in the password escaped (%40, %2F, %23)'

const { minLength: minPassword, maxLength: maxPassword } = passwordRule(firstPolicy)
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Every variable. `.env.example` explains them in the same order. */
export const variables = z
  .object({
    BASE_URL: origin('BASE_URL').optional(),
    ADMIN_CONSOLE_URL: origin('ADMIN_CONSOLE_URL').optional(),
    PORT: integer('PORT', 3000, 0, 65_535),
    HOSTNAME: z
      .string()
      .regex(
        /^[A-Za-z0-9.:_-]{1,253}$/,
        'HOSTNAME must be the address or name of an interface to listen on, such as 0.0.0.0.',
      )
      .optional(),
    // A leading underscore could imitate one of the cookie name prefixes that browsers enforce.
    SESSION_COOKIE_NAME: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/,
        'SESSION_COOKIE_NAME must have 1 to 40 letters, digits, hyphens or underscores, beginning with a letter or digit.',
      )
      .optional(),
    DATABASE_URL: z
      .string()
      .regex(/^(file:|postgres(ql)?:\/\/.)/, {
        error:
          'DATABASE_URL must start with file: (a SQLite file) or postgresql:// (a PostgreSQL server).',
        abort: true,
      })
      .refine(
        (url) => !url.startsWith('file:') || isDatabaseFile(url.slice('file:'.length)),
        'DATABASE_URL must name a file after file: (file:./data/authserver.db), not a folder, not :memory:, and without options.',
      )
      .refine(
        (url) => url.startsWith('file:') || isPostgresqlAddress(url),
        `DATABASE_URL must be ${postgresqlAddressForm}.`,
      )
      .optional(),
    DATA_DIR: z.string().default('./data'),
    ENCRYPTION_KEY: hexKey('ENCRYPTION_KEY').optional(),
    ENCRYPTION_KEY_PREVIOUS: hexKey('ENCRYPTION_KEY_PREVIOUS').optional(),
    ADMIN_EMAIL: z
      .string()
      .transform(normalizeEmail)
      .refine(
        (text) => codePoints(text) <= maxEmailLength,
        `ADMIN_EMAIL must have at most ${maxEmailLength} characters.`,
      )
      .refine(hasEmailForm, 'ADMIN_EMAIL must be an email address, such as admin@example.com.')
      .default('admin@example.com'),
    ADMIN_PASSWORD: z
      .string()
      .refine(
        (text) => codePoints(text) >= minPassword && codePoints(text) <= maxPassword,
        `ADMIN_PASSWORD must have ${minPassword} to ${maxPassword} characters.`,
      )
      .refine((text) => !/[\0\r\n]/.test(text), 'ADMIN_PASSWORD must be a single line.')
      .optional(),
    ADMIN_CONSOLE_CLIENT_SECRET: z
      .string()
      .refine(
        isClientSecret,
        'ADMIN_CONSOLE_CLIENT_SECRET must have 60 to 255 letters, digits, hyphens, underscores or dots.',
      )
      .optional(),
    BOOTSTRAP_CLIENT_ID: z
      .string()
      .refine(
        isIdentifier,
        'BOOTSTRAP_CLIENT_ID must have 3 to 38 letters, digits, single hyphens or underscores, beginning with a letter and ending with a letter or digit.',
      )
      .refine(
        (id) => id !== consoleClientIdentifier,
        `BOOTSTRAP_CLIENT_ID must not be ${consoleClientIdentifier}, which is built in.`,
      )
      .refine(
        (id) => !isUuid(id),
        'BOOTSTRAP_CLIENT_ID must not be a UUID: the identifiers of users are UUIDs.',
      )
      .optional(),
    // HTTP Basic decodes a percent sign of a plain secret as an escape (docs/specification.md "Client
    // authentication at the token endpoint").
    BOOTSTRAP_CLIENT_SECRET: z
      .string()
      .regex(
        /^[\x21-\x24\x26-\x7e]{8,255}$/,
        'BOOTSTRAP_CLIENT_SECRET must have 8 to 255 printable ASCII characters, without spaces and percent signs.',
      )
      .optional(),
    APP_NAME: z
      .string()
      .refine(
        (name) =>
          codePoints(name) <= maxAppNameLength && isOneLine(name) && !hasAngleBrackets(name),
        `APP_NAME must be one line of at most ${maxAppNameLength} characters, without control characters and angle brackets.`,
      )
      .default('authserver'),
    TRUST_PROXY: flag('TRUST_PROXY', false),
    TRUSTED_PROXIES: z
      .string()
      .transform((text) => text.split(',').map((entry) => entry.trim()))
      // An empty entry comes from an unset variable (`${A},${B}`), and an empty list would trust every address.
      .refine(
        (list) => list.every(isAddressOrBlock),
        'TRUSTED_PROXIES must be IP addresses or CIDR blocks separated by commas, without empty entries.',
      )
      .default([]),
    I18N_OVERRIDES_DIR: z.string().optional(),
    RATE_LIMITER_ENABLED: flag('RATE_LIMITER_ENABLED', true),
    SIGN_IN_LIMIT_ADDRESS: budget('SIGN_IN_LIMIT_ADDRESS', 30, 60),
    SIGN_IN_LIMIT_ACCOUNT_ADDRESS: budget('SIGN_IN_LIMIT_ACCOUNT_ADDRESS', 10, 900),
    SIGN_IN_LIMIT_ACCOUNT: budget('SIGN_IN_LIMIT_ACCOUNT', 100, 3_600),
    SIGN_IN_LIMIT_KNOWN_BROWSER: budget('SIGN_IN_LIMIT_KNOWN_BROWSER', 10, 900),
    SIGN_IN_LIMIT_CODE: budget('SIGN_IN_LIMIT_CODE', 5, 900),
    SIGN_IN_FAILURES_BEFORE_LINK: integer('SIGN_IN_FAILURES_BEFORE_LINK', 100, 0, 100_000),
    SIGN_IN_ALARM: budget('SIGN_IN_ALARM', 300, 600),
    BREACHED_PASSWORDS_FILE: z.string().optional(),
    PROFILE_PICTURE_MAX_BYTES: integer('PROFILE_PICTURE_MAX_BYTES', 3_145_728, 1_024, 52_428_800),
    WORKERS: integer('WORKERS', 1, 1, 64),
    LOG_LEVEL: z
      .enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}.`)
      .default('info'),
    LOG_HTTP_REQUESTS: flag('LOG_HTTP_REQUESTS', false),
    DEBUG_API_REQUESTS: flag('DEBUG_API_REQUESTS', false),
    METRICS_TOKEN: z
      .string()
      .regex(
        /^[\x21-\x7e]{16,255}$/,
        'METRICS_TOKEN must have 16 to 255 printable ASCII characters, without spaces.',
      )
      .optional(),
  })
  .superRefine((values, check) => {
    const problem = (message: string) => check.addIssue({ code: 'custom', message })
    if (!values.BOOTSTRAP_CLIENT_ID !== !values.BOOTSTRAP_CLIENT_SECRET) {
      problem('BOOTSTRAP_CLIENT_ID and BOOTSTRAP_CLIENT_SECRET must be set together.')
    }
    if (values.PORT === 0 && !values.BASE_URL) {
      problem('BASE_URL is required when PORT is 0, because the system chooses the port.')
    }
    if (values.TRUSTED_PROXIES.length > 0 && !values.TRUST_PROXY) {
      problem('TRUSTED_PROXIES has no effect unless TRUST_PROXY is true.')
    }
  })

/** The validated values, with defaults. */
export type Variables = z.output<typeof variables>
