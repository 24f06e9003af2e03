import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { randomUuid } from '#lib/kernel/random.ts'
import type { Store } from '#lib/persistence/store.ts'
import {
  aClient,
  aResource,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { acr, begin } from './journey.ts'
import { aUserWithOtp, enterCode, signIn } from './people.ts'
import type { RelyingParty } from './relying-party.ts'

/** What a state is made of. */
interface Scene {
  readonly page: Page
  readonly store: Store
  readonly user: TestUser
  /** A client that shows everything it can. */
  readonly client: TestClient
}

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Every page in every state, by the id of its main element, and how a browser gets there. */
const states: readonly (readonly [
  name: string,
  id: string,
  go: (scene: Scene) => Promise<unknown>,
])[] = [
  ['the welcome page', 'page-welcome', ({ page }) => page.goto('/')],
  ['an unknown address', 'page-not-found', ({ page }) => page.goto('/no/such/page')],
  ['sign-in', 'page-sign-in', ({ page, client }) => begin(page, client)],
  [
    'sign-in, refused',
    'page-sign-in',
    async ({ page, client, user }) => {
      await begin(page, client)
      await signIn(page, { ...user, password: 'Not-the-one-1' })
      await expect(page.locator('#form-error')).toBeVisible()
    },
  ],
  [
    'the code, refused',
    'page-otp',
    async ({ page, client, store }) => {
      await begin(page, client, { acr_values: acr.optional })
      await signIn(page, await aUserWithOtp(store))
      await enterCode(page, '')
      await expect(page.locator('#form-error')).toBeVisible()
    },
  ],
  [
    'enrollment, refused',
    'page-otp-enrollment',
    async ({ page, client, user }) => {
      await begin(page, client, { acr_values: acr.mandatory })
      await signIn(page, user)
      await enterCode(page, '')
      await expect(page.locator('#form-error')).toBeVisible()
    },
  ],
  [
    'consent, with nothing ticked',
    'page-consent',
    async ({ page, client, user, store }) => {
      const depot = `depot-${randomUuid()}`
      await aResource(store, depot, [longWord])
      await grantToUser(store, user, `${depot}:${longWord}`, 'authserver:manage')
      await store.consents.save(user.id, client.id, 'openid email', new Date())
      const scope = `openid email offline_access ${depot}:${longWord} authserver:manage`
      await begin(page, client, { scope })
      await signIn(page, user)
      for (const box of await page.locator('input[type=checkbox]').all()) await box.uncheck()
      await page.locator('#consent-approve').click()
      await expect(page.locator('#form-error')).toBeVisible()
    },
  ],
  ['the question on sign-out', 'page-logout-confirm', ({ page }) => page.goto('/auth/logout')],
  [
    'signed out, with a notice',
    'page-signed-out',
    async ({ page }) => {
      await page.goto('/auth/logout?post_logout_redirect_uri=https%3A%2F%2Felsewhere.example')
      await page.locator('#logout-confirm').click()
    },
  ],
  [
    'an error',
    'page-auth-error',
    ({ page, client }) => begin(page, client, { client_id: 'nobody' }),
  ],
  [
    'a redirect withheld',
    'page-auth-error',
    ({ page, client }) => begin(page, client, { scope: 'nothing:here' }),
  ],
]

function showingEverything(store: Store, { origin }: RelyingParty): Promise<TestClient> {
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

for (const [name, id, go] of states) {
  test(`axe finds nothing wrong with ${name}, and it fits a narrow screen @scripts`, async ({
    page,
    store,
    application,
  }) => {
    const client = await showingEverything(store, application)
    await go({ page, store, user: await aUser(store), client })
    await expect(page.locator(`#${id}`)).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violations(page), colorScheme).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found, passes } = await new AxeBuilder({ page }).analyze()
  expect(passes.length).toBeGreaterThan(10)
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

test('what is typed wrong is told to screen readers when it happens @scripts', async ({
  page,
  client,
}) => {
  await begin(page, client)
  await page.locator('#signin-submit').click()
  const alert = page.getByRole('alert').filter({ hasText: /\S/ })
  await expect(alert).toHaveText('Enter your email.')
  await expect(page.locator('#email')).toHaveAccessibleDescription('Enter your email.')
  await expect(page.locator('#email')).toHaveAccessibleName('Email')
})

test('the focus can be seen @scripts', async ({ page, client }) => {
  await begin(page, client)
  for (const id of ['email', 'password', 'signin-submit']) {
    await page.locator(`#${id}`).focus()
    await page.keyboard.press('Shift')
    const outline = await page
      .locator(`#${id}`)
      .evaluate((element) => getComputedStyle(element).outlineStyle)
    expect(outline, id).toBe('solid')
  }
})

for (const language of ['de', 'ar']) {
  test(`pages in ${language} fit a narrow screen @scripts`, async ({ page, user, client }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const request = { ui_locales: language, acr_values: acr.mandatory, scope: 'openid profile' }
    const fits = async () => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, page.url()).toBeLessThanOrEqual(320)
    }
    await begin(page, client, request)
    await fits()
    await signIn(page, user)
    await expect(page.locator('#page-otp-enrollment')).toBeVisible()
    await fits()
    await page.goto(`/auth/logout?ui_locales=${language}`)
    await fits()
  })
}
