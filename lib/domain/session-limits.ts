import type { Context } from '#lib/context.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import type { ClientRecord, SettingsRecord } from '#lib/persistence/store.ts'
import { isConsoleClient } from './built-in.ts'
import { leastConsoleSessionSeconds } from './lifetimes.ts'

/** Moments that tell live sessions from others. */
export interface LiveSince {
  /** A session that was last used before has been idle for too long. */
  readonly idleSince: Date
  /** A session that was started before is past its lifetime. */
  readonly startedSince: Date
}

/** Since when sessions must have been used and started to be live now, as the settings say. */
export function liveSince({ now, settings }: Pick<Context, 'now' | 'settings'>): LiveSince {
  return {
    idleSince: addSeconds(now, -settings.userSessionIdleTimeoutInSeconds),
    startedSince: addSeconds(now, -settings.userSessionMaxLifetimeInSeconds),
  }
}

/**
 * The context in which a client's use of a session is judged: for the console and the account pages a session lasts
 * `leastConsoleSessionSeconds` at least.
 */
export function judgingSessionsOf<C extends Context>(
  ctx: C,
  client: Pick<ClientRecord, 'clientIdentifier'>,
): C {
  return isConsoleClient(client) ? { ...ctx, settings: withConsoleSessions(ctx.settings) } : ctx
}

/** The settings with limits of sessions that no session ends before, whichever client uses it. */
export function withConsoleSessions(settings: SettingsRecord): SettingsRecord {
  const least = (seconds: number) => Math.max(seconds, leastConsoleSessionSeconds)
  return {
    ...settings,
    userSessionIdleTimeoutInSeconds: least(settings.userSessionIdleTimeoutInSeconds),
    userSessionMaxLifetimeInSeconds: least(settings.userSessionMaxLifetimeInSeconds),
  }
}
