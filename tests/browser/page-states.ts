import { expect, type Page } from '@playwright/test'
import { randomUuid } from '#lib/base/crypto/random.ts'
import type { Store } from '#lib/persistence/store.ts'
import {
  aClient,
  aResource,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
  unique,
} from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { testCipher } from '#tests/support/settings.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { aPerson, postOn } from './console.ts'
import { askForCodes, enterDeviceCode } from './devices.ts'
import { acr, begin } from './journey.ts'
import { openActivation, openFormerReset, openReset } from './mailed-links.ts'
import { aUserWithOtp, enterCode, signIn } from './people.ts'
import type { RelyingParty } from './relying-party.ts'
import { scriptsBegun } from './scripts-begun.ts'

export interface Stage {
  readonly page: Page
  readonly store: Store
  readonly user: TestUser
  /** A client with every optional text and address. */
  readonly client: TestClient
}

/** A page of a sign-in or of a self-service flow, in one of its states. */
export interface PageState {
  readonly name: string
  /** The `id` of the page's main element. */
  readonly id: string
  /** Opens the page state; resolves when the page is shown and no request is pending. */
  readonly go: (stage: Stage) => Promise<unknown>
  /** Restores the state after a reload, and resolves as `go` does. Absent: a reload is enough. */
  readonly again?: (page: Page) => Promise<unknown>
  /** A reload leads to another page, and nothing restores the state. */
  readonly isOnce?: true
}

export const longWord =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const newPassword = 'Violet-harbour-42!'

const ways: readonly PageState[] = [
  { name: 'the welcome page', id: 'page-welcome', go: ({ page }) => page.goto('/') },
  {
    name: 'an unknown address',
    id: 'page-not-found',
    go: ({ page }) => page.goto('/no/such/page'),
  },
  { name: 'sign-in', id: 'page-sign-in', go: ({ page, client }) => begin(page, client) },
  {
    name: 'sign-in, refused',
    id: 'page-sign-in',
    go: async ({ page, client, user }) => {
      await begin(page, client)
      await signIn(page, { ...user, password: 'Not-the-one-1' })
      await expectRefused(page)
    },
  },
  {
    name: 'an account that is turned off',
    id: 'page-turned-off',
    go: async ({ page, client, store }) => {
      await begin(page, client)
      await signIn(page, await aUser(store, { enabled: false }))
    },
  },
  {
    name: 'the password of a known account',
    id: 'page-sign-in',
    go: async ({ page, client, user }) => {
      await begin(page, client)
      await signIn(page, user)
      await page.waitForURL((url) => url.pathname !== '/auth/pwd')
      await begin(page, client, { prompt: 'login' })
    },
  },
  {
    name: 'the code, refused',
    id: 'page-otp',
    go: async ({ page, client, store }) => {
      await begin(page, client, { acr_values: acr.optional })
      await signIn(page, await aUserWithOtp(store))
      await enterNoCode(page)
    },
    again: enterNoCode,
  },
  {
    name: 'enrollment, refused',
    id: 'page-otp-enrollment',
    go: async ({ page, client, user }) => {
      await begin(page, client, { acr_values: acr.mandatory })
      await signIn(page, user)
      await enterNoCode(page)
    },
    again: enterNoCode,
  },
  {
    name: 'consent, with nothing ticked',
    id: 'page-consent',
    go: askForConsent,
    again: approveNothing,
  },
  {
    name: 'the code of a device, refused',
    id: 'page-device-entry',
    go: async ({ page, store, client }) => {
      await askForCodes({ page, store }, client)
      await enterDeviceCode(page, longWord.slice(0, 60))
      await expectRefused(page)
    },
    again: (page) => enterDeviceCode(page, longWord.slice(0, 60)),
  },
  {
    name: 'connecting a device',
    id: 'page-device-confirm',
    go: async ({ page, store, client, user }) => {
      const codes = await askForCodes({ page, store }, client, 'openid profile email phone')
      await page.goto(codes.verification_uri_complete)
      await page.locator('#device-submit').click()
      // The second time the session signs in.
      if (await page.locator('#page-sign-in').isVisible()) await signIn(page, user)
      await expect(page.locator('#page-device-confirm')).toBeVisible()
    },
  },
  {
    name: 'a device that was turned down',
    id: 'page-device-done',
    go: async ({ page, store, client, user }) => {
      const codes = await askForCodes({ page, store }, client)
      await enterDeviceCode(page, codes.user_code)
      if (await page.locator('#page-sign-in').isVisible()) await signIn(page, user)
      await page.locator('#consent-deny').click()
      await expect(page.locator('#page-device-done')).toBeVisible()
    },
    isOnce: true,
  },
  {
    name: 'a sign-in that an administrator tested',
    id: 'page-tested',
    go: async ({ page, client, user }) => {
      const sealed = testCipher.seal(String(client.id), 'form/sign-in-test')
      await begin(page, client, { state: `test.${Buffer.from(sealed).toString('base64url')}` })
      // The second time the session signs in.
      if (await page.locator('#page-sign-in').isVisible()) await signIn(page, user)
    },
    isOnce: true,
  },
  {
    name: 'the question on sign-out',
    id: 'page-logout-confirm',
    go: async ({ page, store }) => {
      await page.goto('/account/profile')
      await signIn(page, await aPerson(store))
      await postOn(page)
      await page.locator('#content h1').waitFor()
      await page.goto('/auth/logout')
    },
  },
  {
    name: 'the question on sign-out, with nobody signed in',
    id: 'page-logout-confirm',
    go: ({ page }) => page.goto('/auth/logout'),
  },
  {
    name: 'signed out, with a notice',
    id: 'page-signed-out',
    isOnce: true,
    go: async ({ page }) => {
      await page.goto('/auth/logout?post_logout_redirect_uri=https%3A%2F%2Felsewhere.example')
      await page.locator('#logout-confirm').click()
    },
  },
  {
    name: 'an error',
    id: 'page-auth-error',
    go: ({ page, client }) => begin(page, client, { client_id: 'nobody' }),
  },
  {
    name: 'a redirect URI that is not registered',
    id: 'page-auth-error',
    go: ({ page, client }) =>
      begin(page, client, { redirect_uri: `https://app.example/${'long-'.repeat(60)}` }),
  },
  {
    name: 'a redirect withheld',
    id: 'page-auth-error',
    go: ({ page, client }) => begin(page, client, { scope: 'nothing:here' }),
  },
  {
    name: 'no right to the console',
    id: 'page-unauthorized',
    go: async ({ page, store }) => {
      await page.goto('/admin')
      await signIn(page, await aPerson(store))
      await postOn(page)
    },
  },
  {
    name: 'registration, refused',
    id: 'page-register',
    go: async ({ page }) => {
      await page.goto('/account/register')
      await registerWithShortPassword(page)
    },
    again: registerWithShortPassword,
  },
  {
    name: 'a link of a registration',
    id: 'page-activate',
    go: async ({ page, store }) => openActivation(page, store),
  },
  {
    name: 'registered',
    id: 'page-registered',
    isOnce: true,
    go: async ({ page, store }) => {
      await openActivation(page, store)
      await choosePassword(page, newPassword)
    },
  },
  {
    name: 'a link that has expired',
    id: 'page-link-expired',
    go: ({ page }) => page.goto('/account/activate?code=unknown'),
  },
  {
    name: 'a link that a newer one replaced',
    id: 'page-link-expired',
    go: ({ page, store }) => openFormerReset(page, store, { used: false }),
  },
  {
    name: 'a link that was used',
    id: 'page-link-expired',
    go: ({ page, store }) => openFormerReset(page, store, { used: true }),
  },
  {
    name: 'a link without its code',
    id: 'page-link-expired',
    go: ({ page }) => page.goto('/reset-password?code='),
  },
  {
    name: 'a second link in one browser',
    id: 'page-link-in-flight',
    go: async ({ page, store }) => {
      await openReset(page, store)
      await openActivation(page, store)
    },
  },
  {
    name: 'a sign-in link',
    id: 'page-sign-in-link',
    go: ({ page }) => page.goto('/sign-in-link'),
  },
  {
    name: 'a forgotten password',
    id: 'page-forgot-password',
    go: ({ page }) => page.goto('/forgot-password'),
  },
  {
    name: 'a forgotten password, mailed',
    id: 'page-forgot-password',
    go: async ({ page }) => {
      await page.goto('/forgot-password')
      await askForLink(page)
    },
    again: askForLink,
  },
  {
    name: 'a new password, refused',
    id: 'page-reset-password',
    go: async ({ page, store }) => {
      await openReset(page, store)
      await chooseShortPassword(page)
    },
    again: chooseShortPassword,
  },
  {
    name: 'a first password',
    id: 'page-reset-password',
    go: ({ page, store }) => openReset(page, store, { passwordHash: '' }),
  },
  {
    name: 'a new password, set',
    id: 'page-password-set',
    isOnce: true,
    go: async ({ page, store }) => {
      await openReset(page, store)
      await choosePassword(page, newPassword)
    },
  },
  {
    name: 'a new password, set, with what else signs in',
    id: 'page-password-set',
    isOnce: true,
    go: async ({ page, store }) => {
      await otherWays(store, await openReset(page, store))
      await choosePassword(page, newPassword)
    },
  },
]

/** Every state of every page outside the console. */
export const pageStates: readonly PageState[] = ways.map((pageState) => {
  const { id, go, again } = pageState
  return {
    ...pageState,
    async go(stage) {
      await go(stage)
      await expectAtRest(stage.page, id)
    },
    ...(again && {
      async again(page: Page) {
        await again(page)
        await expectAtRest(page, id)
      },
    }),
  }
})

/** Waits for the load state: a form's pending navigation would interrupt a test that navigates elsewhere. */
async function expectAtRest(page: Page, id: string): Promise<void> {
  await expect(page.locator(`#${id}`)).toBeVisible()
  await page.waitForLoadState()
}

export function showingEverything(store: Store, { origin }: RelyingParty): Promise<TestClient> {
  return aClient(store, {
    pkceRequired: false,
    createdViaDcr: true,
    administrativeScopesAllowed: true,
    displayName: `Acme ${longWord}`,
    description: `Invoices and payments for ${longWord}`,
    websiteUrl: 'https://billing.acme.example/about',
    showDisplayName: true,
    showDescription: true,
    showWebsiteUrl: true,
    redirectUris: [`${origin}/callback`],
  })
}

async function expectRefused(page: Page): Promise<void> {
  await expect(page.locator('#form-error')).toBeVisible()
}

async function enterNoCode(page: Page): Promise<void> {
  await enterCode(page, '')
  await expectRefused(page)
}

async function registerWithShortPassword(page: Page): Promise<void> {
  await page.locator('#email').fill(`${randomUuid()}@example.org`)
  await chooseShortPassword(page)
}

async function chooseShortPassword(page: Page): Promise<void> {
  await choosePassword(page, 'short')
  await expectRefused(page)
}

async function askForConsent({ page, client, user, store }: Stage): Promise<void> {
  const depot = `depot-${randomUuid()}`
  await aResource(store, depot, [longWord])
  await grantToUser(store, user, `${depot}:${longWord}`, 'authserver:manage')
  await store.consents.save(user.id, client.id, 'email', new Date())
  const scope = `email offline_access ${depot}:${longWord} authserver:manage`
  await begin(page, client, { scope })
  await signIn(page, user)
  await approveNothing(page)
}

async function approveNothing(page: Page): Promise<void> {
  await expect(page.locator('#page-consent')).toBeVisible()
  await scriptsBegun(page)
  for (const box of await page.locator('input[type=checkbox]').all()) await box.uncheck()
  await page.locator('#consent-approve').click()
  await expectRefused(page)
}

async function askForLink(page: Page): Promise<void> {
  await page.locator('#email').fill(`${randomUuid()}@example.org`)
  await page.locator('#self-service-submit').click()
  await expect(page.locator('#link-sent')).toBeVisible()
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.locator('#password').fill(password)
  await page.locator('#self-service-submit').click()
}

/** A passkey, and an account at a provider that was connected just now. */
async function otherWays(store: Store, { id: userId }: { readonly id: number }): Promise<void> {
  await aStoredPasskey(store, userId, { name: longWord })
  const { id: providerId, issuer } = await aProvider(store, { enabled: false })
  const subject = unique('subject')
  await store.userIdentities.insert({ createdAt: new Date(), userId, providerId, issuer, subject })
}
