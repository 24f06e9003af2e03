import { expect, type Page } from '@playwright/test'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { initialSignInSettings } from '#lib/domain/sign-in/sign-in-settings.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import {
  aClient,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { type RangeServer, rangeServer } from '#tests/support/range-server.ts'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { expectNobodyLeftOut } from './accessible.ts'
import { postOn } from './console.ts'
import { test } from './fixtures.ts'
import { acr, answerAt } from './journey.ts'
import { tabThrough } from './keyboard.ts'
import { aUserWithOtp, codeOf, enterCode, signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

/** A separate server: these tests change global settings, from what a new installation has. */
let server: StartedServer
let client: TestClient
let outbox: Outbox
let service: RangeServer

const breached = 'Plum-orchard-1984!'

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ application }) => {
  server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  outbox = await openOutbox()
  service = await rangeServer(breached)
  client = await withStore(server.databaseUrl, async (store) => {
    await store.settings.update({
      ...initialSignInSettings,
      smtpEnabled: true,
      smtpHost: outbox.host,
      smtpPort: outbox.port,
      smtpEncryption: 'none',
      smtpFromEmail: 'from@example.org',
      accountChooserEnabled: true,
      rememberBrowserDays: 30,
      selfRegistrationEnabled: true,
      selfRegistrationRequiresEmailVerification: false,
      registrationTrapFieldEnabled: true,
      breachedPasswordCheck: 'service',
      breachedPasswordService: service.address,
    })
    const redirectUris = [`${application.origin}/callback`]
    return aClient(store, { pkceRequired: false, redirectUris })
  })
})

test.afterAll(async () => {
  await server?.remove()
  await outbox?.close()
  await service?.close()
})

const person = () => withStore(server.databaseUrl, (store) => aUser(store))

const begin = (page: Page, request: Readonly<Record<string, string>> = {}) =>
  page.goto(`${server.baseUrl}${authorizePath(client, request)}`)

/** What is the same on every page of this file. axe needs the scripts of a page. */
async function expectGoodPage(page: Page, id: string): Promise<void> {
  await expect(page.locator(`#${id}`)).toBeVisible()
  if (test.info().project.name !== 'with scripts') return
  await scriptsBegun(page)
  await expectNobodyLeftOut(page)
  await tabThrough(page)
}

test('a new installation hands out recovery codes with the app, and mails about a new browser', async ({
  page,
  application,
  browser,
}) => {
  const user = await person()
  await begin(page, { acr_values: acr.mandatory })
  await signIn(page, user)
  await expect(page.locator('#page-otp-enrollment')).toBeVisible()
  const secret = (await page.locator('pre').textContent())?.replaceAll(' ', '') ?? ''
  await enterCode(page, codeOf(secret))
  await expectGoodPage(page, 'page-new-recovery-codes')
  await expect(page.locator('#recovery-codes li')).toHaveCount(10)
  await page.locator('#saved').check()
  await page.locator('#codes-continue').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    javaScriptEnabled: test.info().project.use.javaScriptEnabled ?? true,
  })
  const other = await context.newPage()
  await begin(other)
  await signIn(other, user)
  await answerAt(other, application)
  await context.close()
  const told = () =>
    outbox.messages.filter(({ to, text }) => to.includes(user.email) && text.includes('Firefox'))
  await expect.poll(() => told().length).toBe(1)
})

test('an application asks which account to use: the one that is signed in, or another', async ({
  page,
  application,
}) => {
  const user = await person()
  await begin(page)
  await signIn(page, user)
  await answerAt(page, application)
  await begin(page, { prompt: 'select_account' })
  await expectGoodPage(page, 'page-choose-account')
  await expect(page.locator('#account-continue')).toContainText(user.email)
  await page.locator('#account-continue').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
  await begin(page, { prompt: 'select_account' })
  await page.locator('#account-other').click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await expect(page.locator('#email')).toHaveValue('')
  await signIn(page, await person())
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a registration has a field that nobody meets, and refuses a breached password', async ({
  page,
}) => {
  await page.goto(`${server.baseUrl}/account/register`)
  await scriptsBegun(page)
  await expect(page.locator('input[name=subject]')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'Leave this field empty' })).toHaveCount(0)
  await tabThrough(page)
  const email = `new-${Date.now()}-${test.info().project.name.length}@example.org`
  const send = async (password: string) => {
    await page.locator('#email').fill(email)
    for (const field of await page.locator('input[autocomplete=new-password]').all()) {
      await field.fill(password)
    }
    await page.locator('#self-service-submit').click()
  }
  await send(breached)
  await expect(page.getByText('This password has appeared in a data breach.')).toBeVisible()
  await send('Violet-harbour-42!')
  await expect(page.locator('#page-registered')).toBeVisible()
})

/** Somebody with an app, one of whose recovery codes is left. */
const almostWithout = () =>
  withStore(server.databaseUrl, async (store) => {
    const user = await aUserWithOtp(store)
    const code = 'ABCD-EFGH-JKMN-PQRS'
    const { saltedHash } = await import('#lib/domain/passwords/password.ts')
    const salt = new Uint8Array(Buffer.from(sha256Hex(user.email), 'hex').subarray(0, 16))
    const digests = [await saltedHash(code.replaceAll('-', ''), salt)]
    await store.recoveryCodes.replace(user.id, { createdAt: new Date(), salt, digests })
    return { user, code }
  })

test('a sign-in with the last recovery code offers new ones, and goes on', async ({
  page,
  application,
}) => {
  const { user, code } = await almostWithout()
  await begin(page, { acr_values: acr.mandatory })
  await signIn(page, user)
  await page.locator('#use-recovery').click()
  await page.locator('#code').fill(code)
  await page.locator('#recovery-submit').click()
  await expectGoodPage(page, 'page-few-recovery-codes')
  await page.locator('#codes-make').click()
  await expect(page.locator('#recovery-codes li')).toHaveCount(10)
  await page.locator('#saved').check()
  await page.locator('#codes-continue').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('the page after a sign-out forgets a remembered browser', async ({ page, application }) => {
  const user: TestUser & { readonly otp: string } = await withStore(
    server.databaseUrl,
    aUserWithOtp,
  )
  await begin(page, { acr_values: acr.optional })
  await signIn(page, user)
  await page.locator('#remember').check()
  await enterCode(page, codeOf(user.otp))
  await answerAt(page, application)
  const signOut = async () => {
    await page.goto(`${server.baseUrl}/auth/logout`)
    await page.locator('#logout-confirm').click()
    await expect(page.locator('#page-signed-out')).toBeVisible()
  }
  await signOut()
  await begin(page, { acr_values: acr.optional })
  await signIn(page, user)
  await answerAt(page, application)
  await signOut()
  await expectGoodPage(page, 'page-signed-out')
  await page.locator('#forget-browser').click()
  await expect(page.locator('#browser-forgotten')).toBeVisible()
  await begin(page, { acr_values: acr.optional })
  await signIn(page, user)
  await expect(page.locator('#page-otp')).toBeVisible()
})

test('the check of breached passwords is tried in the console', async ({ page }) => {
  const manager = await withStore(server.databaseUrl, async (store) => {
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage')
    return user
  })
  await page.goto(`${server.baseUrl}/admin/settings/sign-in`)
  await signIn(page, manager)
  await postOn(page)
  await page.locator('#try-breached-check').click()
  // The service of this file knows another password.
  await expect(page.getByText('“password” isn’t in it').first()).toBeVisible()
})
