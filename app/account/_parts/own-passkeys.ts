import { cache } from 'react'
import { openConsole } from '#app/_ui/shell/api.ts'

/** The visitor's passkeys, read once for a page. */
export const ownPasskeys = cache(async () => {
  const { api } = await openConsole()
  return (await api.listOwnPasskeys()).passkeys
})
