import type { Api } from '#app/_ui/shell/make-api.ts'
import { ApiError } from '#lib/api/client.ts'
import { signInAddress } from '#lib/console/addresses.ts'

/**
 * The address of the sign-in, if a removed key had signed the console's own token; null otherwise.
 * @param done the message to show afterwards
 */
export async function renewedSignIn(api: Api, done: 'saved' | 'deleted'): Promise<string | null> {
  try {
    await api.listKeys()
    return null
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.status === 401
    if (isSignedOut) return signInAddress(`/admin/settings/keys?done=${done}`)
    throw error
  }
}
