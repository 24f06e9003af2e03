import { withoutLoopbackPort } from '#lib/base/network/url.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Store } from '#lib/persistence/store.ts'

const mark = 'redirect_uri_uses'

/**
 * Records which redirect URIs codes were sent to since the last run, at most one day back, because unspent codes are
 * kept no longer. The address of a program that listens at any port counts for the registered one without a port.
 */
export async function noteRedirectUriUses(store: Store, now: Date): Promise<void> {
  const dayAgo = addSeconds(now, -daySeconds)
  const noted = await store.marks.find(mark)
  const from = noted && noted > dayAgo && noted <= now ? noted : dayAgo
  const used = await store.clientConnections.usedAddresses(from, now)
  for (const { clientId, redirectUri, usedAt } of used) {
    for (const uri of new Set([redirectUri, withoutLoopbackPort(redirectUri)])) {
      await store.clientConnections.noteUse(clientId, uri, usedAt)
    }
  }
  await store.marks.note(mark, now)
}
