'use client'

import { useScripts } from '#app/_ui/form/use-scripts.ts'

/** True once scripts run in a browser that knows passkeys; false in the server's HTML. */
export function useHasPasskeys(): boolean {
  const hasScripts = useScripts()
  return hasScripts && 'PublicKeyCredential' in window
}
