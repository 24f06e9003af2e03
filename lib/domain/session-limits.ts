import type { Context } from '#lib/context.ts'
import { addSeconds } from '#lib/kernel/clock.ts'

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
