import { type Logger, pino } from 'pino'

export type Log = Logger

/** Names of fields that never reach the log, at any of the depths that records have. */
const secretNames = [
  'password',
  'secret',
  'token',
  'otp',
  'code',
  'client_secret',
  'clientSecret',
  'access_token',
  'refresh_token',
  'id_token',
  'id_token_hint',
  'code_verifier',
  'authorization',
  'cookie',
]

/**
 * The application log: one JSON record a line on standard output.
 * @param level `trace` to `fatal`, or `silent`
 */
export function openLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
  })
}
