import { expect, type Page } from '@playwright/test'
import type { Mail } from '#tests/support/mail-text.ts'
import { type Outbox, openOutbox } from '#tests/support/outbox.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { expectSound } from './accessible.ts'
import { postOn } from './console.ts'
import { test } from './fixtures.ts'
import { codeOf, enterCode, signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'

/** A separate server: these tests change global settings and read its mail. */
let server: StartedServer
let outbox: Outbox

const passwords = ['Violet-harbour-42!', 'Granite-lantern-77!', 'Copper-meadow-19!'] as const

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  outbox = await openOutbox()
  server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  await withStore(server.databaseUrl, (store) =>
    store.settings.update({
      selfRegistrationEnabled: true,
      selfRegistrationRequiresEmailVerification: true,
      smtpEnabled: true,
      smtpHost: outbox.host,
      smtpPort: outbox.port,
      smtpFromName: 'Example',
      smtpFromEmail: 'noreply@example.org',
    }),
  )
})

test.afterAll(async () => {
  await server?.remove()
  await outbox?.close()
})

/** Messages that arrived while another one was awaited: a notice and a code come in any order. */
const early: Mail[] = []

/** The text of the first unread message with this recipient and subject. */
async function nextMail(address: string, subject: RegExp): Promise<string> {
  const isAwaited = (mail: Mail) => mail.to.includes(address) && subject.test(mail.subject)
  const kept = early.findIndex(isAwaited)
  if (kept >= 0) return early.splice(kept, 1)[0]?.text ?? ''
  for (;;) {
    const mail = await outbox.next()
    if (isAwaited(mail)) return mail.text
    early.push(mail)
  }
}

function linkIn(text: string): string {
  return /https?:\/\/\S+/.exec(text)?.[0] ?? ''
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.locator('#password').fill(password)
  await page.locator('#self-service-submit').click()
}

async function openAccount(page: Page, person: { email: string; password: string }, path: string) {
  await page.goto(`${server.baseUrl}/account/${path}`)
  await signIn(page, person)
  await postOn(page)
  await expect(page.locator('#content h1')).toBeVisible()
  await scriptsBegun(page)
}

function addressOf(title: string, project: string): string {
  return `${title}-${project.replaceAll(' ', '-')}@example.org`
}

test('from the registration to a reset password, with two factors and two devices @scripts', async ({
  page,
  browser,
}, { project }) => {
  test.slow()
  const email = addressOf('journey', project.name)
  await page.goto(`${server.baseUrl}/account/register`)
  await page.locator('#email').fill(email)
  await page.locator('#self-service-submit').click()
  await expect(page.locator('#page-check-email')).toBeVisible()
  await page.goto(linkIn(await nextMail(email, /Finish creating your/)))
  await choosePassword(page, passwords[0])
  await expect(page.locator('#page-registered')).toBeVisible()

  await openAccount(page, { email, password: passwords[0] }, 'otp')
  const secret = ((await page.locator('#otp-secret').textContent()) ?? '').replaceAll(' ', '')
  await page.locator('#otpCode').fill(codeOf(secret))
  await page.locator('#password').fill(passwords[0])
  await page.locator('#submit').click()
  await expect(page.locator('#otp-on')).toBeVisible()

  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const elsewhere = await (await browser.newContext({ userAgent })).newPage()
  await elsewhere.goto(`${server.baseUrl}/account/change-password`)
  await signIn(elsewhere, { email, password: passwords[0] })
  await expect(elsewhere.locator('#page-otp')).toBeVisible()
  await enterCode(elsewhere, codeOf(secret, 1))
  await postOn(elsewhere)
  await expect(elsewhere.locator('#currentPassword')).toBeVisible()
  await scriptsBegun(elsewhere)
  await elsewhere.locator('#currentPassword').fill(passwords[0])
  await elsewhere.locator('#newPassword').fill(passwords[1])
  await elsewhere.locator('#newPasswordConfirmation').fill(passwords[1])
  await elsewhere.locator('#submit').click()
  await expect(elsewhere.getByRole('status').filter({ hasText: 'Password changed.' })).toBeVisible()
  await elsewhere.goto(`${server.baseUrl}/account/sessions`)
  await expect(elsewhere.locator('#sessions > li')).toHaveCount(1)

  await page.goto(`${server.baseUrl}/account/sessions`)
  await expect(page.locator('#page-sign-in')).toBeVisible()
  await page.locator('a[href^="/forgot-password"]').click()
  await page.locator('#email').fill(email)
  await page.locator('#self-service-submit').click()
  await expect(page.locator('#link-sent')).toBeVisible()
  await page.goto(linkIn(await nextMail(email, /Reset your/)))
  await choosePassword(page, passwords[2])
  await expect(page.locator('#page-password-set')).toBeVisible()

  await elsewhere.goto(`${server.baseUrl}/account/sessions`)
  await expect(elsewhere.locator('#page-sign-in')).toBeVisible()
  await signIn(elsewhere, { email, password: passwords[1] })
  await expect(elsewhere.locator('#form-error')).toBeVisible()
  await signIn(elsewhere, { email, password: passwords[2] })
  await expect(elsewhere.locator('#page-otp')).toBeVisible()
  await elsewhere.context().close()
})

async function aPerson(emailVerified: boolean) {
  return withStore(server.databaseUrl, async (store) => {
    const user = await aUser(store, { emailVerified })
    await grantToUser(store, user, 'authserver:manage-account')
    return user
  })
}

/** The code in the next message to this address. */
async function nextCode(email: string): Promise<{ code: string; link: string }> {
  const text = await nextMail(email, /^Your code .*[A-Z]{3}[0-9]{3}$|^Your code: /)
  return { code: /\b[A-Z]{3}[0-9]{3}\b/.exec(text)?.[0] ?? '', link: linkIn(text) }
}

async function askForAddress(page: Page, email: string, password: string): Promise<void> {
  await page.locator('#email').fill(email)
  await page.locator('#emailConfirmation').fill(email)
  await page.locator('#currentPassword').fill(password)
  await page.locator('#submit').click()
}

test('a new address waits for its code, which works in another browser, too', async ({
  page,
  browser,
}, { project }) => {
  test.slow()
  const person = await aPerson(true)
  const email = addressOf(`new-${person.id}`, project.name)
  await openAccount(page, person, 'email')
  await askForAddress(page, email, person.password)
  const pending = page.locator('#pending')
  await expect(pending).toContainText(email)
  await expect(page.locator('#current')).toContainText(person.email)
  expect(await nextMail(person.email, /about to change/)).toContain('/forgot-password')
  const { code, link } = await nextCode(email)

  await page.locator('#send-code').click()
  await expect(pending.getByRole('alert')).toContainText(/You can send it again in \d+ second/)
  await page.locator('#verificationCode').fill(code === 'AAA111' ? 'BBB222' : 'AAA111')
  await page.locator('#verify').click()
  await expect(page.locator('#verificationCode-error')).toContainText('That code didn’t work')
  if (project.name === 'with scripts') await expectSound(page)

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.locator('#page-sign-in')).toBeVisible()
  await signIn(elsewhere, person)
  await postOn(elsewhere)
  await expect(elsewhere.locator('#verificationCode')).toHaveValue(code)
  await elsewhere.locator('#verify').click()
  const changed = elsewhere
    .getByRole('status')
    .filter({ hasText: 'Your email address was changed.' })
  await expect(changed.first()).toBeVisible()
  await expect(elsewhere.locator('#current')).toContainText(email)
  await expect(elsewhere.locator('#current')).toContainText('Confirmed')
  await expect(elsewhere.locator('#pending')).toHaveCount(0)
  await elsewhere.context().close()
})

test('a new address can be called off', async ({ page }, { project }) => {
  const person = await aPerson(true)
  const email = addressOf(`off-${person.id}`, project.name)
  await openAccount(page, person, 'email')
  await askForAddress(page, email, person.password)
  await page.locator('#cancel-change').click()
  await expect(page.locator('#pending')).toHaveCount(0)
  await expect(
    page.getByRole('status').filter({ hasText: 'Your email address stays as it is.' }).first(),
  ).toBeVisible()
  await expect(page.locator('#current')).toContainText(person.email)
})

test('an address is proven by the code mailed to it', async ({ page }, { project }) => {
  test.slow()
  const person = await aPerson(false)
  const { email } = person
  await openAccount(page, person, 'email')
  await page.locator('#current a').click()

  await page.locator('#send-code').click()
  const sent = page.getByRole('status').filter({ hasText: `We sent a code to ${email}.` })
  await expect(sent.first()).toBeVisible()
  if (project.name === 'with scripts') {
    await expect(page.locator('#verificationCode')).toBeFocused()
  }
  const { code } = await nextCode(email)
  await page.locator('#send-code').click()
  await expect(page.locator('#send').getByRole('alert')).toContainText(
    /You can send it again in \d+ second/,
  )
  await page.locator('#verificationCode').fill(code === 'AAA111' ? 'BBB222' : 'AAA111')
  await page.locator('#verify').click()
  await expect(page.locator('#verificationCode-error')).toContainText('That code didn’t work')
  if (project.name === 'with scripts') {
    await expectSound(page)
  }
  await page.locator('#verificationCode').fill(code.toLowerCase())
  await page.locator('#verify').click()
  await expect(page.locator('#verified')).toContainText(email)
})

test('a code that the mail server refuses is told as not sent @scripts', async ({ page }) => {
  await openAccount(page, await aPerson(false), 'email-verification')
  outbox.refuseWith('550 not now')
  await page.locator('#send-code').click()
  await expect(page.locator('#send').getByRole('alert')).toContainText(
    'We couldn’t send the message',
  )
  outbox.refuseWith(null)
})
