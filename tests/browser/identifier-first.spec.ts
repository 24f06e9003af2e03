import { expect, type Page } from '@playwright/test'
import { authorizePath } from '#tests/support/oauth.ts'
import { aUser, unique } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { withStore } from '#tests/support/remote.ts'
import { expectNobodyLeftOut } from './accessible.ts'
import { test } from './fixtures.ts'
import { answerAt } from './journey.ts'
import { tabThrough } from './keyboard.ts'
import { type SecondProviderScene, secondProviderScene } from './second-provider.ts'

let scene: SecondProviderScene

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ application }) => {
  scene = await secondProviderScene(application, {
    signInPage: 'identifier_first',
    passkeysEnabled: true,
    smtpEnabled: true,
    selfRegistrationEnabled: true,
  })
  await withStore(scene.server.databaseUrl, async (store) => {
    await store.identityProviders.setDomains(scene.provider.id, ['firma.example'])
    await aProvider(store, { displayName: 'Elsewhere', position: 1 })
  })
})

test.afterAll(async () => {
  await scene?.close()
})

const begin = (page: Page) => page.goto(`${scene.server.baseUrl}${authorizePath(scene.client)}`)

async function enterAddress(page: Page, email: string): Promise<void> {
  await page.locator('#email').fill(email)
  await page.locator('#email').press('Enter')
  await expect(page.locator('#change-address')).toBeVisible()
}

/** What is the same on every page of this file. axe needs the scripts of a page. */
async function expectGoodPage(page: Page): Promise<void> {
  if (test.info().project.name === 'with scripts') await expectNobodyLeftOut(page)
  await tabThrough(page)
}

test('the email, then the password', async ({ page, application }) => {
  const user = await withStore(scene.server.databaseUrl, (store) => aUser(store))
  await begin(page)
  await expect(page.locator('#email')).toBeFocused()
  await expect(page.locator('#password')).toHaveCount(0)
  await expectGoodPage(page)
  await enterAddress(page, user.email)
  await expect(page.locator('#password')).toBeFocused()
  await expect(page.getByText(user.email)).toBeVisible()
  await expectGoodPage(page)
  await page.locator('#password').fill(user.password)
  await page.locator('#password').press('Enter')
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('an empty email is asked for again, and a mistyped one is corrected', async ({ page }) => {
  await begin(page)
  await page.locator('#signin-next').click()
  await expect(page.locator('#email')).toHaveAttribute('aria-invalid', 'true')
  await enterAddress(page, 'ada@exmaple.org')
  await page.locator('#change-address').click()
  await expect(page.locator('#email')).toHaveValue('ada@exmaple.org')
  await expect(page.locator('#email')).toBeFocused()
  await enterAddress(page, 'ada@example.org')
  await expect(page.getByText('ada@example.org')).toBeVisible()
})

test('who has no password finds the other ways below it, and is told so after a wrong one', async ({
  page,
}) => {
  await begin(page)
  await enterAddress(page, 'ada@example.org')
  await expect(page.locator('#as-last-time')).toHaveCount(0)
  await page.locator('#password').fill('wrong')
  await page.locator('#password').press('Enter')
  await expect(page.locator('#as-last-time')).toHaveText('Or sign in the way you did last time.')
  await expect(page.locator('#change-address')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Second ID' })).toBeVisible()
  if (test.info().project.name === 'with scripts') {
    await expect(page.locator('#passkey-use')).toBeVisible()
  }
  await expectGoodPage(page)
})

test('the provider of a domain stands before the password, and signs in', async ({
  page,
  application,
}) => {
  const sub = unique('person')
  const email = `${sub}@firma.example`
  scene.second.person = { sub, email, email_verified: true }
  await begin(page)
  await enterAddress(page, email)
  const button = page.getByRole('button', { name: 'Second ID' })
  await expect(button).toHaveCount(1)
  const [before, after] = [
    await button.boundingBox(),
    await page.locator('#password').boundingBox(),
  ]
  expect(before?.y).toBeLessThan(after?.y ?? 0)
  await expect(page.locator('#password')).not.toBeFocused()
  await expectGoodPage(page)
  await button.click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('the second page is the same to the byte for an address with and without an account', async ({
  page,
}) => {
  const kinds = await withStore(scene.server.databaseUrl, async (store) => [
    (await aUser(store)).email,
    (await aUser(store, { passwordHash: '' })).email,
    (await aUser(store, { enabled: false })).email,
  ])
  const pages: string[] = []
  for (const email of [...kinds, `${unique('nobody')}@example.org`]) {
    await page.context().clearCookies()
    await begin(page)
    const form = await page.locator('form[action="/auth/pwd"]').evaluate((node) => {
      return Object.fromEntries(new FormData(node as HTMLFormElement).entries()) as object
    })
    const sent = { ...form, email } as Record<string, string>
    const headers = { origin: scene.server.baseUrl }
    const answer = await page.request.post(`${scene.server.baseUrl}/auth/pwd`, {
      form: sent,
      headers,
    })
    expect(answer.status()).toBe(200)
    pages.push(withoutOwn(await answer.text(), sent))
  }
  expect(pages[0]).toContain('name="password"')
  expect(new Set(pages).size).toBe(1)
})

/** A page without what is of this visit: the sign-in, the copy of its request, the address and the nonce. */
function withoutOwn(html: string, sent: Readonly<Record<string, string>>): string {
  const [local = '', domain = ''] = (sent.email ?? '').split('@')
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? 'none'
  const copy = /name="requestCopy" value="([^"]+)"/.exec(html)?.[1] ?? 'none'
  const own = [nonce, copy, sent.ceremonyId ?? '', local, domain]
  return own.reduce((text, part) => text.replaceAll(part, ''), html)
}
