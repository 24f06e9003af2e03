import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import type { ActiveSince } from '#lib/persistence/sessions/active-session-rows.ts'
import type { ClientRecord, SettingsRecord } from '#lib/persistence/store.ts'
import { isConsoleClient } from '../permissions/built-in.ts'
import { minConsoleSessionSeconds } from '../settings/lifetimes.ts'

/**
 * The client that a session is used for. Null means any client, including the console, for which each of a browser's
 * sessions may be used.
 */
export type SessionUse = Pick<ClientRecord, 'clientIdentifier'> | null

/** In seconds. */
export interface SessionLimits {
  /** Since the last use. */
  readonly idleSeconds: number
  /** Since the start. */
  readonly lifetimeSeconds: number
}

/** The limits from the settings; for the console and the account pages, at least `minConsoleSessionSeconds`. */
export function sessionLimits(settings: SettingsRecord, client: SessionUse): SessionLimits {
  const isConsole = client === null || isConsoleClient(client)
  const least = isConsole ? minConsoleSessionSeconds : 0
  return {
    idleSeconds: Math.max(settings.userSessionIdleTimeoutInSeconds, least),
    lifetimeSeconds: Math.max(settings.userSessionMaxLifetimeInSeconds, least),
  }
}

/** Computes when a session must have been used and started to be active now. */
export function activeSince(
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  client: SessionUse,
): ActiveSince {
  const { idleSeconds, lifetimeSeconds } = sessionLimits(settings, client)
  return {
    idleSince: addSeconds(now, -idleSeconds),
    startedSince: addSeconds(now, -lifetimeSeconds),
  }
}
