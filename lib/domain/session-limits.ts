import type { Context } from '#lib/context.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import type { ClientRecord, SettingsRecord } from '#lib/persistence/store.ts'
import { isConsoleClient } from './built-in.ts'
import { minConsoleSessionSeconds } from './lifetimes.ts'

/** The client that a session is used for; null for any: each of a browser's sessions may be used for the console. */
export type SessionUse = Pick<ClientRecord, 'clientIdentifier'> | null

/** How long sessions last, in seconds. */
export interface SessionLimits {
  /** Since they were used. */
  readonly idleSeconds: number
  /** Since they were started. */
  readonly lifetimeSeconds: number
}

/** Moments that tell live sessions from others. */
export interface LiveSince {
  /** A session that was last used before has been idle for too long. */
  readonly idleSince: Date
  /** A session that was started before is past its lifetime. */
  readonly startedSince: Date
}

/**
 * How long sessions last: as the settings say, and for the console and the account pages
 * `minConsoleSessionSeconds` at least.
 */
export function sessionLimits(settings: SettingsRecord, client: SessionUse): SessionLimits {
  const isConsole = client === null || isConsoleClient(client)
  const least = isConsole ? minConsoleSessionSeconds : 0
  return {
    idleSeconds: Math.max(settings.userSessionIdleTimeoutInSeconds, least),
    lifetimeSeconds: Math.max(settings.userSessionMaxLifetimeInSeconds, least),
  }
}

/** Since when sessions must have been used and started to be live now. */
export function liveSince(
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  client: SessionUse,
): LiveSince {
  const { idleSeconds, lifetimeSeconds } = sessionLimits(settings, client)
  return {
    idleSince: addSeconds(now, -idleSeconds),
    startedSince: addSeconds(now, -lifetimeSeconds),
  }
}
