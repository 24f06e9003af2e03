import { addSeconds } from '#lib/base/time/clock.ts'
import { fixture as accountFixture } from '../fixture.ts'

let made = 0

/** The server with remembered browsers, and people who have some. */
export async function fixture() {
  const common = await accountFixture()
  const { app, store, person } = common
  await app.changeSettings({ rememberBrowserDays: 30 })
  return {
    ...common,
    /** Somebody with browsers, each remembered unless told otherwise. */
    async withBrowsers(...isRemembered: readonly boolean[]) {
      const one = await person()
      const ids: number[] = []
      for (const remembered of isRemembered) {
        const now = app.clock.now()
        const device = await store.userDevices.insert({
          userId: one.user.id,
          createdAt: now,
          tokenHash: `hash-${one.user.id}-${++made}`,
          deviceName: 'Firefox 140.0',
          deviceOs: 'Linux',
          ipAddress: '192.0.2.1',
          lastSeenAt: addSeconds(now, -made),
          rememberedAt: remembered ? now : null,
          rememberedUntil: remembered ? addSeconds(now, 30 * 86_400) : null,
          authStateGeneration: one.user.authStateGeneration,
          otpConfigGeneration: one.user.otpConfigGeneration,
          expiresAt: addSeconds(now, 86_400),
        })
        ids.push(device?.id ?? 0)
      }
      return { one, ids }
    },
  }
}
