import { randomUuid } from '#lib/base/crypto/random.ts'
import type { Log } from '#lib/base/log/log.ts'
import type { Config } from '#lib/config/config.ts'
import type { Cipher } from './base/crypto/cipher.ts'
import { type Context, type LookUpBreached, transaction } from './context.ts'
import { audit } from './domain/audit/audit.ts'
import { onLogoutNotification } from './domain/clients/logout-notifications.ts'
import { protocolFeatures } from './domain/settings/protocol-features.ts'
import { requireSettings } from './domain/settings/settings.ts'
import type { Mail } from './mail/mail.ts'
import type { Limits } from './persistence/limits/limits.ts'
import type { LogoutNotificationRecord } from './persistence/sessions/logout-notifications.ts'
import type { Store } from './persistence/store.ts'
import { type Delivery, deliverLogoutToken } from './protocol/logout/deliver.ts'
import { afterAttempt, claimedUntil, isOver } from './protocol/logout/delivery-plan.ts'

export interface DispatcherRuntime {
  readonly config: Config
  readonly log: Log
  readonly store: Store
  readonly limits: Limits
  readonly mail: Mail
  readonly lookUpBreached: LookUpBreached
  readonly cipher: Cipher
  readonly clock: () => Date
}

export interface LogoutDispatcher {
  /** Begins no further delivery, and waits for those in progress. */
  stop(): Promise<void>
}

/** Interval between regular looks, in milliseconds, 20 percent more or less. */
const intervalMs = 15_000
/** Concurrent deliveries in this process, and to one client. */
const maxInFlight = 16
const maxOfClient = 2

/**
 * Starts to deliver logout tokens in this process (OpenID Connect Back-Channel Logout 1.0 section 2.5): after each
 * commit that wrote notifications, and regularly. Any number of processes share the table. Each delivery is claimed by a
 * conditional update, and one whose process died is due again after a minute: every token is delivered at least
 * once.
 */
export function startLogoutDispatcher(
  runtime: DispatcherRuntime,
  { interval = intervalMs } = {},
): LogoutDispatcher {
  const inFlight = new Map<Promise<void>, number>()
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let again = false

  const look = () => {
    if (stopping) return
    again = looking !== null
    looking ??= begin().finally(() => {
      looking = null
      if (again) look()
    })
  }
  const begin = async () => {
    try {
      const ctx = await contextOf(runtime)
      if (!protocolFeatures(ctx).backchannelLogout) return
      for (const row of await dueRows(ctx, inFlight)) await start(ctx, row)
    } catch (error) {
      runtime.log.error({ err: error }, 'failed to look for logout notifications')
    }
  }
  const start = async (ctx: Context, row: LogoutNotificationRecord) => {
    if (stopping) return
    if (isOver(ctx.now, row)) {
      await giveUp(ctx, row)
      // Only now: while the database refuses to write, it would look for the row without a pause.
      again = true
      return
    }
    if (!(await ctx.store.logoutNotifications.claim(row, claimedUntil(ctx.now)))) return
    const claimed = { ...row, version: row.version + 1, attempts: row.attempts + 1 }
    const attempt = attemptDelivery(runtime, claimed)
      .catch((error) =>
        runtime.log.error({ err: error }, 'failed to deliver a logout notification'),
      )
      .finally(() => {
        inFlight.delete(attempt)
        look()
      })
    inFlight.set(attempt, row.clientId)
  }
  const schedule = () => {
    timer = setTimeout(
      () => {
        look()
        schedule()
      },
      interval * (0.8 + Math.random() * 0.4),
    )
    timer.unref()
  }
  const forget = onLogoutNotification(look)
  schedule()
  return {
    async stop() {
      stopping = true
      forget()
      clearTimeout(timer)
      await looking
      await Promise.all(inFlight.keys())
    },
  }
}

/** Notifications to deliver next. Clients that this process is busy with wait. */
function dueRows(
  ctx: Context,
  inFlight: ReadonlyMap<unknown, number>,
): Promise<LogoutNotificationRecord[]> {
  const room = maxInFlight - inFlight.size
  if (room <= 0) return Promise.resolve([])
  const busy = [...new Set(inFlight.values())]
  return ctx.store.logoutNotifications.due(ctx.now, room, maxOfClient, busy)
}

/** One attempt, with the present data of the client. */
async function attemptDelivery(
  runtime: DispatcherRuntime,
  row: LogoutNotificationRecord,
): Promise<void> {
  const ctx = await contextOf(runtime)
  const client = await ctx.configuration.clientById(row.clientId)
  if (!client?.enabled || client.backchannelLogoutUri === '') {
    await ctx.store.logoutNotifications.finish(row)
    return
  }
  const delivery = await deliverLogoutToken(ctx, client, row)
  await record(await contextOf(runtime), row, delivery)
}

async function record(
  ctx: Context,
  row: LogoutNotificationRecord,
  delivery: Delivery,
): Promise<void> {
  const next = afterAttempt(ctx.now, row, delivery)
  const { outcome: lastOutcome, status: lastStatus } = delivery
  if (next === 'failed') return giveUp(ctx, { ...row, lastOutcome, lastStatus })
  await transaction(ctx, async (tx) => {
    const { logoutNotifications } = tx.store
    if (next !== 'delivered') {
      await logoutNotifications.change(row, { nextAttemptAt: next, lastOutcome, lastStatus })
      return
    }
    if (await logoutNotifications.finish(row)) audit(tx, 'backchannel_logout_sent', factsOf(row))
  })
}

async function giveUp(ctx: Context, row: LogoutNotificationRecord): Promise<void> {
  const { lastOutcome, lastStatus } = row
  const values = { state: 'failed', nextAttemptAt: ctx.now, lastOutcome, lastStatus }
  await transaction(ctx, async (tx) => {
    if (!(await tx.store.logoutNotifications.change(row, values))) return
    const facts = { ...factsOf(row), outcome: lastOutcome, status: lastStatus }
    audit(tx, 'backchannel_logout_failed', facts)
  })
}

function factsOf({ clientId, subject, sessionIdentifier, attempts }: LogoutNotificationRecord) {
  return { clientId, userSubject: subject, sessionIdentifier, attempts }
}

async function contextOf(runtime: DispatcherRuntime): Promise<Context> {
  const { config, log, store, limits, mail, lookUpBreached, cipher, clock } = runtime
  const configuration = await store.configuration()
  return {
    now: clock(),
    requestId: randomUuid(),
    ...{ ip: '', userAgent: '', acceptLanguage: '' },
    ...{ config, log, store, limits, mail, lookUpBreached, cipher, configuration },
    settings: requireSettings(await configuration.settings()),
  }
}
