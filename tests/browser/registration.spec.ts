import { expect, type Page } from '@playwright/test'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { test } from './fixtures.ts'
import { answerAt, countPosts, expectFormError } from './journey.ts'
import { openReset } from './mailed-links.ts'
import { signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

/** A separate server: these tests change global settings. */
let server: StartedServer
let outbox: Outbox
let client: TestClient

const password = 'Violet-harbour-42!'
const newPassword = 'Granite-lantern-77!'

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ application }) => {
  outbox = await openOutbox()
  server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  client = await withStore(server.databaseUrl, async (store) => {
    await store.settings.update({
      selfRegistrationEnabled: true,
      smtpEnabled: true,
      smtpHost: outbox.host,
      smtpPort: outbox.port,
      smtpFromName: 'Example',
      smtpFromEmail: 'noreply@example.org',
    })
    const redirectUris = [`${application.origin}/callback`]
    return aClient(store, { pkceRequired: false, redirectUris })
  })
})

test.afterAll(async () => {
  await server?.remove()
  await outbox?.close()
})

function proveAddresses(first: boolean): Promise<unknown> {
  const change = { selfRegistrationRequiresEmailVerification: first }
  return withStore(server.databaseUrl, (store) => store.settings.update(change))
}

async function nextLink(address: string, subject: RegExp): Promise<string> {
  for (;;) {
    const mail = await outbox.next()
    if (mail.to.includes(address) && subject.test(mail.subject)) {
      return /https?:\/\/\S+/.exec(mail.text)?.[0] ?? ''
    }
  }
}

async function nextCode(address: string): Promise<string> {
  for (;;) {
    const mail = await outbox.next()
    const code = /^[A-Z]{3}\d{3}$/m.exec(mail.text)?.[0]
    if (mail.to.includes(address) && code) return code
  }
}

async function typePassword(page: Page, text: string): Promise<void> {
  await page.locator('#password').fill(text)
  await page.locator('#self-service-submit').click()
}

/** Goes on at the sign-in that led here, where only the password is missing. */
async function continueWith(page: Page, email: string, password: string): Promise<void> {
  await page.locator('#sign-in-link').click()
  await expect(page.locator('#email')).toHaveValue(email)
  await page.locator('#password').fill(password)
  await page.locator('#signin-submit').click()
}

test('from the third refusal on the message offers a new password', async ({ page }) => {
  const user = await withStore(server.databaseUrl, (store) => aUser(store))
  await page.goto(server.baseUrl + authorizePath(client))
  for (const times of [1, 2, 3]) {
    await signIn(page, { ...user, password: 'Not-the-one-1' })
    await expect(page.locator('#form-error')).toBeVisible()
    await expect(page.locator('#form-error a')).toHaveCount(times < 3 ? 0 : 1)
  }
})

test('a link that is opened on another device ends at the application’s website', async ({
  page,
  browser,
  application,
}, { project }) => {
  await proveAddresses(true)
  await withStore(server.databaseUrl, (store) =>
    store.clients.update(client.id, { websiteUrl: `${application.origin}/shop` }),
  )
  const email = `device-${project.name.replaceAll(' ', '-')}@example.org`
  await page.goto(server.baseUrl + authorizePath(client))
  await page.locator('a[href^="/account/register"]').click()
  await page.locator('#email').fill(email)
  await page.locator('#self-service-submit').click()
  await expect(page.locator('#page-check-email')).toBeVisible()
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(await nextLink(email, /Finish creating your/))
  await typePassword(phone, password)
  await expect(phone.locator('#page-registered')).toBeVisible()
  await expect(phone.locator('#to-application')).toHaveAttribute(
    'href',
    `${application.origin}/shop`,
  )
  await phone.context().close()
})

test('register, follow the link, sign in, forget the password, set a new one', async ({
  page,
  application,
}, { project }) => {
  await proveAddresses(true)
  const email = `journey-${project.name.replaceAll(' ', '-')}@example.org`
  await page.goto(server.baseUrl + authorizePath(client))
  await page.locator('a[href^="/account/register"]').click()
  await expect(page.locator('#page-register')).toBeVisible()
  await expect(page.locator('#password')).toHaveCount(0)
  await page.locator('#email').fill(email)
  await page.locator('#self-service-submit').click()
  await expect(page.locator('#page-check-email bdi')).toHaveText(email)
  if (project.name === 'with scripts') await expectSound(page)

  await page.goto(await nextLink(email, /Finish creating your/))
  await expect(page.locator('#page-activate bdi')).toHaveText(email)
  expect(page.url()).toMatch(/\/account\/activate\?ceremony=[\w-]+$/)
  // Password managers store the password with this address.
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(email)
  await typePassword(page, password)
  await expect(page.locator('#page-registered')).toBeVisible()
  await continueWith(page, email, password)
  expect((await answerAt(page, application)).code).toBeTruthy()

  await page.goto(server.baseUrl + authorizePath(client, { prompt: 'login' }))
  await page.locator('a[href^="/forgot-password"]').click()
  await page.locator('#email').fill(email)
  await page.locator('#self-service-submit').click()
  await expect(page.locator('#link-sent bdi')).toHaveText(email)
  await expect(page.locator('#link-sent')).toBeFocused()
  // The focus is there for screen readers; the element is not interactive, so it shows no outline.
  await expect(page.locator('#link-sent')).toHaveCSS('outline-style', 'none')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await expect(page.locator('#self-service-submit')).toHaveText('Send again')
  await expect(page.locator('#self-service-submit')).not.toHaveClass(/btn-primary/)

  await page.goto(await nextLink(email, /Reset your/))
  expect(page.url()).toMatch(/\/reset-password\?ceremony=[\w-]+$/)
  await expect(page.locator('#page-reset-password bdi')).toHaveText(email)
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(email)
  await typePassword(page, newPassword)
  await expect(page.locator('#page-password-set')).toBeVisible()
  await continueWith(page, email, newPassword)
  expect((await answerAt(page, application)).code).toBeTruthy()

  await page.goto(server.baseUrl + authorizePath(client, { prompt: 'login', login_hint: email }))
  await page.goto(`${page.url()}&account=other`)
  await signIn(page, { email, password })
  await expectFormError(
    page,
    'That email and password don’t match. Try again or reset your password.',
    'password',
  )
  await signIn(page, { email, password: newPassword })
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('the code of the mail, typed on the page that is open, leads on too', async ({ page }, {
  project,
}) => {
  await proveAddresses(true)
  const email = `code-${project.name.replaceAll(' ', '-')}@example.org`
  await page.goto(`${server.baseUrl}/account/register`)
  await page.locator('#email').fill(email)
  await page.locator('#self-service-submit').click()
  await expect(page.locator('#emailCode')).toBeFocused()
  await page.locator('#emailCode').fill('AAA000')
  await page.locator('#code-submit').click()
  await expectFormError(page, messagesOf('en').card.check_email.wrong, 'emailCode')
  await page.locator('#emailCode').fill(await nextCode(email))
  await page.locator('#code-submit').click()
  await expect(page.locator('#page-activate bdi')).toHaveText(email)
  await typePassword(page, password)
  await expect(page.locator('#page-registered')).toBeVisible()
})

test('the company’s links stand below the card, and what a newcomer agrees to above it', async ({
  page,
}) => {
  await proveAddresses(false)
  const written = {
    termsUrl: 'https://halden.example/terms',
    supportUrl: 'mailto:help@halden.example',
  }
  const brand = (change: object) =>
    withStore(server.databaseUrl, (store) => store.settings.update(change))
  await brand({ ...written, footerText: 'Halden, Hamburg' })
  await page.goto(`${server.baseUrl}/account/register`)
  await expect(page.locator('#footer-terms')).toHaveAttribute('href', written.termsUrl)
  await expect(page.locator('#footer-help')).toHaveAttribute('href', written.supportUrl)
  await expect(page.locator('#footer-privacy')).toHaveCount(0)
  await expect(page.locator('footer')).toContainText('Halden, Hamburg')
  await expect(page.locator('main').getByRole('link', { name: 'terms' })).toBeVisible()
  await brand({ termsUrl: '', supportUrl: '', footerText: '' })
  await page.reload()
  await expect(page.locator('#footer-terms')).toHaveCount(0)
})

test('an address that has an account leads to it', async ({ page }) => {
  await proveAddresses(false)
  const email = `taken-${randomUuid()}@example.org`
  await withStore(server.databaseUrl, (own) => aUser(own, { email }))
  await page.goto(`${server.baseUrl}/account/register`)
  await page.locator('#email').fill(email)
  await typePassword(page, password)
  const notice = page.locator('#form-error')
  await expect(notice).toContainText(email)
  await expect(notice.locator('a[href^="/forgot-password"]')).toBeVisible()
  await notice.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.locator('#page-sign-in')).toBeVisible()
})

test('the list of what a password needs follows the typing @scripts', async ({ page }) => {
  await proveAddresses(false)
  await page.goto(`${server.baseUrl}/account/register`)
  await scriptsBegun(page)
  await page.locator('#password').pressSequentially('seven77')
  await expect(page.locator('#password-rule .met')).toHaveCount(0)
  await page.locator('#password').press('8')
  await expect(page.locator('#password-rule .met')).toHaveText('At least 8 characters')
})

test('registering with a password leads back to the sign-in it began at', async ({
  page,
  application,
}, { project }) => {
  await proveAddresses(false)
  const email = `direct-${project.name.replaceAll(' ', '-')}@example.org`
  await page.goto(server.baseUrl + authorizePath(client))
  await page.locator('a[href^="/account/register"]').click()
  await expect(page.locator('#password-rule')).toContainText('At least 8 characters')
  await page.locator('#email').fill(email)
  await typePassword(page, password)
  await expect(page.locator('#page-registered')).toBeVisible()
  await page.locator('#sign-in-link').click()
  await signIn(page, { email, password })
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('what is wrong is told at its field', async ({ page }) => {
  await proveAddresses(false)
  await page.goto(`${server.baseUrl}/account/register`)
  await typePassword(page, '')
  await expectFormError(page, 'Enter an email address.', 'email')
  await page.locator('#email').fill('somebody@example.org')
  await typePassword(page, 'short')
  await expectFormError(page, 'Use at least 8 characters.', 'password')
  await expect(page.locator('#email')).toHaveValue('somebody@example.org')
  expect(new URL(page.url()).search).toBe('')
})

test('a link that is spent leads to a new one, or back to the sign-in', async ({ page }) => {
  for (const [path, again] of [
    ['/account/activate', '/account/register'],
    ['/reset-password', '/forgot-password'],
  ]) {
    await page.goto(`${server.baseUrl}${path}?code=spent`)
    await expect(page.locator(`#page-link-expired a[href="${again}"]`)).toBeVisible()
    await page.locator('#sign-in-link').click()
    await expect(page.locator('#page-sign-in')).toBeVisible()
  }
})

test('a machine that opens a link and presses every button uses nothing up @scripts', async ({
  page,
  browser,
}) => {
  const user = await withStore(server.databaseUrl, (store) => aUser(store))
  await page.goto(`${server.baseUrl}/forgot-password`)
  await page.locator('#email').fill(user.email)
  await page.locator('#self-service-submit').click()
  const link = await nextLink(user.email, /Reset your .*password/)
  const machine = await (await browser.newContext()).newPage()
  await machine.goto(link)
  await scriptsBegun(machine)
  const buttons = machine.locator('main button:visible')
  for (let i = 0; i < (await buttons.count()); i++) await buttons.nth(i).click({ force: true })
  await expect(machine.locator('#page-reset-password')).toBeVisible()
  await machine.context().close()
  await page.goto(link)
  await typePassword(page, newPassword)
  await expect(page.locator('#page-password-set')).toBeVisible()
})

test('of two links in one browser the person chooses which goes on', async ({ page, store }) => {
  await openReset(page, store)
  await expect(page.locator('#page-reset-password')).toBeVisible()
  await openReset(page, store)
  await expect(page.locator('#page-link-in-flight')).toContainText('You opened another link')
  await page.locator('#page-link-in-flight a[href="/reset-password"]').click()
  await expect(page.locator('#page-reset-password')).toBeVisible()
})

test('a slip is told by the browser and nothing is sent @scripts', async ({ page }) => {
  await proveAddresses(false)
  await page.goto(`${server.baseUrl}/account/register`)
  await scriptsBegun(page)
  const posts = countPosts(page, '/account/register')
  await page.locator('#email').fill('somebody@example.org')
  await typePassword(page, 'short')
  await expectFormError(page, 'Use at least 8 characters.', 'password')
  await expect(page.locator('#password')).toHaveValue('short')
  expect(posts.count).toBe(0)
  await expectAccessible(page)
})

test('a link that lost its code asks for it, and goes on with what is pasted', async ({
  page,
  store,
}) => {
  const code = randomToken(32)
  await store.preRegistrations.insert(`${randomUuid()}@example.org`, {
    verificationCodeHash: sha256Hex(code),
    verificationCodeIssuedAt: new Date(),
  })
  await page.goto('/account/activate?code=')
  await expect(page.locator('#page-link-expired')).toBeVisible()
  await page.locator('#code').fill(` ${new URL(page.url()).origin}/account/activate?code=${code}. `)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('#page-activate')).toBeVisible()
})
