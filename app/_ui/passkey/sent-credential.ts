/** What a page did with a credential: it asked the device for its answer, or let it make a new one. */
type Act = 'used' | 'made'

const keyOf = (act: Act) => `passkey-${act}`

interface Sent {
  readonly id: string
  readonly rpId: string
}

/** Remembers the credential that a form sends, for the page that answers it. */
export function rememberSent(act: Act, sent: Sent): void {
  try {
    sessionStorage.setItem(keyOf(act), JSON.stringify(sent))
  } catch {
    // Without storage, the device keeps a credential that does not work.
  }
}

/**
 * Asks the device to forget the credential that was sent last: one that was used because this server has removed it, one
 * that was made because this server did not take it.
 */
export async function signalUnknown(act: Act): Promise<void> {
  try {
    const text = sessionStorage.getItem(keyOf(act))
    sessionStorage.removeItem(keyOf(act))
    if (!text || !('PublicKeyCredential' in window)) return
    const { id, rpId } = JSON.parse(text) as Sent
    const api = PublicKeyCredential as unknown as {
      signalUnknownCredential?(options: { rpId: string; credentialId: string }): Promise<void>
    }
    await api.signalUnknownCredential?.({ rpId, credentialId: id })
  } catch {
    // A hint to the device, and no more.
  }
}
