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
  return {
    /** Whether the page's autofill may answer by itself. */
    answer: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
