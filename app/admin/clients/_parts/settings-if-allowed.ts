import type { Console } from '../../../_console/api.ts'
import { mayRead } from '../../../_console/rights.ts'

/** The general settings that clients inherit; null if the visitor may not read them. */
export async function generalSettings({ api, visitor }: Console) {
  return mayRead(visitor, 'settings') ? await api.getGeneralSettings() : null
}

/** The token settings that clients inherit; null if the visitor may not read them. */
export async function tokenSettings({ api, visitor }: Console) {
  return mayRead(visitor, 'settings') ? await api.getTokenSettings() : null
}
