import { type Logger, type LoggerOptions, pino } from 'pino'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { openLogDestination } from './log-destination.ts'

export type Log = Logger

/** Fields with these names are redacted, at any depth that records have. */
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

/** Options of the log: one JSON record per line, secrets redacted. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
  }
}

/**
 * @param level `trace` to `fatal`, or `silent`
 * @param fileDescriptor 1 is standard output, 2 standard error
 */
export function openLog(level: string, fileDescriptor: 1 | 2 = 1): Log {
  const onGap = (records: number) => log.error({ records }, 'log records were dropped')
  const log: Log = pino(logOptions(level), openLogDestination(fileDescriptor, onGap))
  return log
}

/**
 * A log for records that `LOG_LEVEL` must not filter, such as audit events. It writes at `info` at every level except
 * `silent`.
 */
export function unfiltered(log: Log): Log {
  if (log.level === 'silent') return log
  const parts = singleton('unfiltered-logs', () => new WeakMap<Log, Log>())
  let part = parts.get(log)
  if (!part) {
    part = log.child({}, { level: 'info' })
    parts.set(log, part)
  }
  return part
}

/** Renames an error's `code`, which is a kind (`ECONNREFUSED`), so that it is not redacted as a secret. */
function describeError(error: Error): object {
  const { code, ...rest } = pino.stdSerializers.err(error) as { code?: unknown }
  return code === undefined ? rest : { ...rest, errorKind: code }
}
