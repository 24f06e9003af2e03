/**
 * The options for a passkey at the present step of a sign-in.
 * @throws when the server refuses, or cannot be reached
 */
export async function fetchOptions<Options>(ceremonyId: string): Promise<Options> {
  const answer = await fetch('/auth/passkey/options', {
    method: 'POST',
    body: new URLSearchParams({ ceremonyId }),
  })
  if (!answer.ok) throw new Error('No options for a passkey.')
  return (await answer.json()) as Options
}

/** Loaded on need, because most visitors of a page use no passkey. */
export const passkeyLibrary = () => import('@simplewebauthn/browser')
