import type { Console } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'

/** The general settings that clients inherit; null if the visitor may not read them. */
export async function generalSettings({ api, visitor }: Console) {
  return mayRead(visitor, 'settings') ? await api.getGeneralSettings() : null
}

/** The token settings that clients inherit; null if the visitor may not read them. */
export async function tokenSettings({ api, visitor }: Console) {
  return mayRead(visitor, 'settings') ? await api.getTokenSettings() : null
}
