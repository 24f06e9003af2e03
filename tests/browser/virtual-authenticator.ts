import type { Page } from '@playwright/test'

/** A virtual authenticator of this browser, which verifies its user. */
export async function withAuthenticator(page: Page, isUserVerified = true) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: isUserVerified,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () =>
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    /** What it holds. */
    credentials,
    forget: (credentialId: string) =>
      cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId }),
    add: (credential: Awaited<ReturnType<typeof credentials>>[number]) =>
      cdp.send('WebAuthn.addCredential', { authenticatorId, credential }),
    /** Puts a copy from before in the place of a credential, as from a backup of the device. */
    async putBack(copy: Awaited<ReturnType<typeof credentials>>[number]) {
      const { credentialId } = copy
      await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copy })
    },
    /** Whether the page's autofill may answer by itself. */
    answer: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
