import { aRememberedBrowser } from '#tests/support/remembered-browser.ts'
import { fixture as accountFixture } from '../fixture.ts'

const forgotten = { rememberedAt: null, rememberedUntil: null }

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
        const columns = remembered ? {} : forgotten
        ids.push(await aRememberedBrowser(store, one.user, app.clock.now(), columns))
      }
      return { one, ids }
    },
  }
}
