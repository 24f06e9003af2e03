const key = 'passkey-sent'

interface Sent {
  readonly id: string
  readonly rpId: string
}

/** Remembers the credential that a form sends, for the page that answers it. */
export function rememberSent(sent: Sent): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(sent))
  } catch {
    // Without storage, the device keeps a credential that does not work.
  }
}

/** Asks the device to forget the credential that was sent last, because this server removed or refused it. */
export async function signalUnknown(): Promise<void> {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
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
