import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Store, UserDeviceRecord, UserRecord } from '#lib/persistence/store.ts'

let made = 0

/** A browser of a user in the database, remembered for 30 days unless `columns` say otherwise; no browser has its cookie. */
export async function aRememberedBrowser(
  { userDevices }: Pick<Store, 'userDevices'>,
  user: Pick<UserRecord, 'id' | 'authStateGeneration' | 'otpConfigGeneration'>,
  now: Date,
  columns: Partial<UserDeviceRecord> = {},
): Promise<number> {
  const device = await userDevices.insert({
    userId: user.id,
    createdAt: now,
    tokenHash: `hash-${user.id}-${++made}`,
    deviceName: 'Firefox 140.0',
    deviceOs: 'Linux',
    ipAddress: '192.0.2.1',
    lastSeenAt: addSeconds(now, -made),
    rememberedAt: now,
    rememberedUntil: addSeconds(now, 30 * daySeconds),
    authStateGeneration: user.authStateGeneration,
    otpConfigGeneration: user.otpConfigGeneration,
    expiresAt: addSeconds(now, daySeconds),
    ...columns,
  })
  return device?.id ?? 0
}
