import { expect, type Page } from '@playwright/test'
import { anImage } from '#tests/support/images.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { closedPort } from '#tests/support/smtp.ts'
import { expectAccessible, expectNobodyLeftOut, expectSound } from './accessible.ts'
import { anAdministrator, openConsole, theAdministrator } from './console.ts'
import { counted } from './counted-job.ts'
import { scriptsBegun } from './scripts-begun.ts'
import { test } from './settings-server.ts'

// The tests change settings of the same server, so they run serially.
test.describe.configure({ mode: 'default' })

async function save(page: Page): Promise<void> {
  await page.locator('#submit').click()
}

async function expectSaved(page: Page): Promise<void> {
  // The message of an earlier save may still be visible.
  await expect(page.getByText(/unsaved change/)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' }).first()).toBeVisible()
}

test('the general settings say what is wrong, and keep what is right @scripts', async ({
  page,
  ownServer,
}) => {
  await openConsole(page, theAdministrator, '/admin/settings/general')
  await expectSound(page)
  await page.locator('#appName').fill('A name of more than thirty letters')
  await page.locator('#issuer').fill('no issuer')
  await save(page)
  await expect(page.locator('#appName-error')).toHaveText('Use at most 30 characters.')
  await expect(page.locator('#issuer-error')).toContainText('Enter a URI')
  await expectSound(page)
  await page.locator('#appName').fill('Acme')
  await page.locator('#issuer').fill(ownServer.baseUrl)
  await page.locator('#implicitFlowEnabled').check()
  await save(page)
  await expectSaved(page)
  await page.reload()
  await expect(page.locator('#appName')).toHaveValue('Acme')
  await expect(page.locator('#implicitFlowEnabled')).toBeChecked()
  await expect(page.locator('#pkceRequired')).toBeChecked()
})

test('general settings that are refused come back as they were sent @no-scripts', async ({
  page,
  store,
}) => {
  await store.settings.update({ pkceRequired: true })
  await openConsole(page, theAdministrator, '/admin/settings/general')
  await page.locator('#appName').fill('A name of more than thirty letters')
  await page.locator('#pkceRequired').uncheck()
  await save(page)
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.locator('#appName')).toHaveValue('A name of more than thirty letters')
  await expect(page.locator('#pkceRequired')).not.toBeChecked()
  await page.locator('#appName').fill('Acme')
  await save(page)
  await expectSaved(page)
  await page.reload()
  await expect(page.locator('#pkceRequired')).not.toBeChecked()
  await store.settings.update({ pkceRequired: true })
})

test('a measure that another administrator took stays when somebody saves an older page', async ({
  page,
  store,
}) => {
  await store.settings.update({ selfRegistrationEnabled: true, passwordPolicy: 'low' })
  await openConsole(page, theAdministrator, '/admin/settings/general')
  await store.settings.update({ selfRegistrationEnabled: false, passwordPolicy: 'high' })
  await page.locator('#appName').fill('Acme Two')
  await scriptsBegun(page)
  await save(page)
  await expectSaved(page)
  expect(await store.settings.find()).toMatchObject({
    appName: 'Acme Two',
    selfRegistrationEnabled: false,
    passwordPolicy: 'high',
  })
  await store.settings.update({ passwordPolicy: 'low' })
})

test('the two forms of registration save their own changes alone', async ({ page, store }) => {
  const before = {
    selfRegistrationEnabled: false,
    selfRegistrationRequiresEmailVerification: false,
    registrationAllowedEmailDomains: '',
    registrationBlockedEmailDomains: '',
    registrationTrapFieldEnabled: false,
  }
  await store.settings.update({ ...before, passwordPolicy: 'low' })
  await openConsole(page, theAdministrator, '/admin/settings/accounts')
  const meanwhile = {
    passwordPolicy: 'high',
    selfRegistrationRequiresEmailVerification: true,
    registrationBlockedEmailDomains: 'blocked.example',
    passkeysEnabled: true,
  }
  await store.settings.update(meanwhile)
  await page.locator('#selfRegistrationEnabled').check()
  await save(page)
  await expectSaved(page)
  const opened = { ...meanwhile, selfRegistrationEnabled: true }
  expect(await store.settings.find()).toMatchObject(opened)

  const allowed = page.locator('#registrationAllowedEmailDomains')
  await allowed.fill('no domain at all!')
  await page.locator('#save-restrictions').click()
  await expect(page.locator('#registrationAllowedEmailDomains-error')).toContainText(
    'Enter domains, like example.com',
  )
  await expect(allowed).toHaveValue('no domain at all!')
  if (test.info().project.name === 'with scripts') {
    await expectSound(page)
    await expectNobodyLeftOut(page)
  }
  await allowed.fill('a.example\n*.b.example')
  await page.locator('#registrationTrapFieldEnabled').check()
  await page.locator('#save-restrictions').click()
  await expect
    .poll(() => store.settings.find())
    .toMatchObject({
      ...opened,
      registrationAllowedEmailDomains: 'a.example *.b.example',
      registrationTrapFieldEnabled: true,
    })
  await store.settings.update({ ...before, passwordPolicy: 'low', passkeysEnabled: false })
})

test('General and Sign-in methods lead to registration and the password policy @scripts', async ({
  page,
}) => {
  await openConsole(page, theAdministrator, '/admin/settings/general')
  const accounts = page.locator('#accounts')
  await accounts.getByRole('link', { name: 'Password policy' }).click()
  await expect(page).toHaveURL('/admin/settings/sign-in#passwords')
  await page.getByRole('link', { name: 'Who can create an account' }).click()
  await expect(page).toHaveURL('/admin/settings/accounts')
  await page.goto('/admin/settings/general')
  await accounts.getByRole('link', { name: 'Registration' }).click()
  await expect(page.locator('#selfRegistrationEnabled')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link', { name: 'Registration' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('another issuer warns, counts at once, and signs nobody out @scripts', async ({
  page,
  request,
  ownServer,
}) => {
  const issuer = async () => {
    const response = await request.get('/.well-known/openid-configuration')
    return (await response.json()).issuer
  }
  await openConsole(page, theAdministrator, '/admin/settings/general')
  await expect(page.locator('#issuer-warning')).toHaveCount(0)
  await page.locator('#issuer').fill('https://id.example.com')
  await expect(page.locator('#issuer-warning')).toContainText(
    'refuse new tokens until they know the new one',
  )
  await expectSound(page)
  await page.evaluate(() => Object.assign(window, { isFirst: true }))
  await save(page)
  await expectSaved(page)
  await expect(page.locator('#issuer-warning')).toHaveCount(0)
  await expect(page.locator('#issuer')).toHaveValue('https://id.example.com')
  expect(await issuer()).toBe('https://id.example.com')
  await page.locator('#issuer').fill(ownServer.baseUrl)
  await save(page)
  await expect.poll(issuer).toBe(ownServer.baseUrl)
  await expect(page.locator('#issuer-warning')).toHaveCount(0)
  expect(await page.evaluate(() => 'isFirst' in window), 'no way through sign-in').toBe(true)
  await page.reload()
  await expect(page.locator('#issuer')).toHaveValue(ownServer.baseUrl)
})

test('a theme is shown when it is chosen and kept when it is saved @scripts', async ({
  page,
  browser,
  baseURL,
}) => {
  await openConsole(page, theAdministrator, '/admin/settings/ui-theme')
  const root = page.locator('html')
  await expect(page.locator('#theme-system')).toBeChecked()
  await expectSound(page)
  await page.getByText('Dracula').click()
  await expect(root).toHaveAttribute('data-theme', 'dracula')
  await page.locator('#theme-dracula').press('ArrowRight')
  await expect(root).toHaveAttribute('data-theme', 'business')
  await page.getByRole('link', { name: 'Lifetimes' }).click()
  await page.locator('#leave').click()
  await expect(page.locator('#userSessionIdleTimeoutInSeconds')).toBeVisible()
  await expect(root, 'left without saving').not.toHaveAttribute('data-theme')
  await page.getByRole('link', { name: 'Branding' }).click()
  await page.getByRole('link', { name: 'Use a ready-made theme' }).click()
  await page.getByText('Emerald').click()
  await save(page)
  await expectSaved(page)
  await page.getByRole('link', { name: 'Lifetimes' }).click()
  await expect(page.locator('#userSessionIdleTimeoutInSeconds')).toBeVisible()
  await expect(root).toHaveAttribute('data-theme', 'emerald')
  const stranger = await browser.newContext({ ...(baseURL && { baseURL }) })
  const signIn = await stranger.newPage()
  await signIn.goto('/account/profile')
  await expect(signIn.locator('#page-sign-in')).toBeVisible()
  await expect(signIn.locator('html')).toHaveAttribute('data-theme', 'emerald')
  await stranger.close()
})

test('lifetimes are a number and a unit, and have to fit each other @scripts', async ({ page }) => {
  const idle = 'userSessionIdleTimeoutInSeconds'
  await openConsole(page, theAdministrator, '/admin/settings/sessions')
  await expect(page.locator(`#${idle}`)).toHaveValue('2')
  await expect(page.locator(`#${idle}-unit`)).toHaveValue('hour')
  await page.locator(`#${idle}-unit`).selectOption('day')
  await save(page)
  await expect(page.locator(`#${idle}-error`)).toHaveText('Choose at most 1 day, the time below.')
  await expectSound(page)
  await page.locator(`#${idle}`).fill('0')
  await expect(page.locator(`#${idle}-error`)).toContainText('from 1 to 160000000')
  await page.locator(`#${idle}`).fill('90')
  await page.locator(`#${idle}-unit`).selectOption('minute')
  await save(page)
  await expectSaved(page)
  await page.goto('/admin/settings/tokens')
  await scriptsBegun(page)
  await expect(page.locator('#tokenExpirationInSeconds')).toHaveValue('5')
  await expectSound(page)
  await page.locator('#tokenExpirationInSeconds').fill('ten')
  await save(page)
  await expect(page.locator('#tokenExpirationInSeconds-error')).toBeVisible()
  await page.locator('#tokenExpirationInSeconds').fill('10')
  await page.locator('#includeOpenIDConnectClaimsInAccessToken').check()
  await save(page)
  await expectSaved(page)
  await page.reload()
  await expect(page.locator('#tokenExpirationInSeconds')).toHaveValue('10')
  await expect(page.locator('#tokenExpirationInSeconds-unit')).toHaveValue('minute')
  await expect(page.locator('#includeOpenIDConnectClaimsInAccessToken')).toBeChecked()
  await page.goto('/admin/settings/sessions')
  await expect(page.locator(`#${idle}`)).toHaveValue('90')
})

test('an edit of a lifetime is discarded with its unit @scripts', async ({ page }) => {
  const lifetime = page.locator('#userSessionMaxLifetimeInSeconds')
  const unit = page.locator('#userSessionMaxLifetimeInSeconds-unit')
  await openConsole(page, theAdministrator, '/admin/settings/sessions')
  await scriptsBegun(page)
  const before = [await lifetime.inputValue(), await unit.inputValue()]
  await lifetime.fill('7')
  await unit.selectOption('minute')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.locator('#submit')).toHaveCount(0)
  expect([await lifetime.inputValue(), await unit.inputValue()]).toEqual(before)
})

test('lifetimes of a second are warned of, and put right by who saved them @scripts', async ({
  page,
}) => {
  const setTo = async (name: string, amount: string, unit: string) => {
    await page.locator(`#${name}`).fill(amount)
    await page.locator(`#${name}-unit`).selectOption(unit)
  }
  const idle = 'userSessionIdleTimeoutInSeconds'
  const lifetime = 'userSessionMaxLifetimeInSeconds'
  const access = 'tokenExpirationInSeconds'
  await openConsole(page, theAdministrator, '/admin/settings/sessions')
  await scriptsBegun(page)
  await expect(page.getByText('Less than 5 minutes')).toHaveCount(0)
  await setTo(idle, '299', 'second')
  await expect(page.getByText('Less than 5 minutes')).toHaveCount(1)
  await setTo(idle, '1', 'second')
  await setTo(lifetime, '1', 'second')
  await expect(page.getByText('Less than 5 minutes')).toHaveCount(2)
  await expectSound(page)
  await save(page)
  await expectSaved(page)
  await page.goto('/admin/settings/tokens')
  await scriptsBegun(page)
  await setTo(access, '60', 'second')
  await expect(page.getByText('Less than 60 seconds')).toHaveCount(0)
  await setTo(access, '1', 'second')
  await expect(page.getByText('Less than 60 seconds')).toBeVisible()
  await save(page)
  await expectSaved(page)
  // By now both limits have passed for every other session.
  await page.waitForTimeout(2_500)
  await page.goto('/admin/settings/sessions')
  await scriptsBegun(page)
  await expect(page.locator(`#${idle}`)).toHaveValue('1')
  await setTo(idle, '2', 'hour')
  await setTo(lifetime, '1', 'day')
  await expect(page.getByText('Less than 5 minutes')).toHaveCount(0)
  await save(page)
  await expectSaved(page)
  await page.goto('/admin/settings/tokens')
  await scriptsBegun(page)
  await setTo(access, '5', 'minute')
  await save(page)
  await expectSaved(page)
})

test('mail is set up, tried out and switched off; its password is never shown @scripts', async ({
  page,
}) => {
  const outbox = await openOutbox()
  const password = 'Only-for-the-mail-server-1'
  await openConsole(page, theAdministrator, '/admin/settings/email')
  await expect(page.locator('#smtpHost')).toBeHidden()
  await page.locator('#send-test').click()
  await expect(page.getByRole('alert').first()).toContainText('Turn on email')
  await page.locator('#smtpEnabled').check()
  await page.locator('#send-test').click()
  await expect(page.getByRole('alert').first()).toContainText('Complete the settings above first.')
  await save(page)
  await expect(page.locator('#smtpHost-error')).toHaveText('Enter a value.')
  await expect(page.locator('#smtpHost')).toBeFocused()
  await expectSound(page)
  await page.locator('#smtpHost').fill('localhost')
  await page.locator('#smtpPort').fill(String(await closedPort()))
  await page.locator('#smtpEncryption').selectOption('none')
  await page.locator('#smtpUsername').fill('mailer')
  await page.locator('#smtpPassword').fill(password)
  await page.locator('#smtpFromEmail').fill('from@example.com')
  await save(page)
  await expectSaved(page)
  await expect(page.locator('#smtpPassword')).toHaveValue('')
  await expect(page.locator('#smtpPassword-hint')).toContainText('A password is stored')
  expect(await page.content()).not.toContain(password)
  await expect(page.locator('#to')).toHaveValue(theAdministrator.email)
  await page.locator('#send-test').click()
  await expect(page.getByRole('alert').first()).toContainText('The connection was refused')
  await expectSound(page)
  // The test mail uses the unsaved input.
  await page.locator('#smtpPort').fill(String(outbox.port))
  await page.locator('#smtpPassword').fill(password)
  await page.locator('#to').fill('grace@example.com')
  await page.locator('#send-test').click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Test message sent to grace@example.com.' }),
  ).toBeVisible()
  expect((await outbox.next()).to).toEqual(['grace@example.com'])
  await page.locator('#smtpPassword').fill('')
  await save(page)
  const forgotten = 'The stored password was deleted'
  await expect(page.getByRole('status').filter({ hasText: forgotten })).toBeVisible()
  await expect(page.locator('#clearPassword')).toHaveCount(0)
  await page.locator('#smtpPassword').fill(password)
  await save(page)
  await expect(page.locator('#clearPassword')).toBeVisible()
  await page.reload()
  await scriptsBegun(page)
  await expect(page.locator('#clearPassword')).not.toBeChecked()
  await page.locator('#clearPassword').check()
  await save(page)
  await expect(page.locator('#clearPassword')).toHaveCount(0)
  await page.locator('#smtpEnabled').uncheck()
  await expect(page.getByText('deletes the mail server’s settings')).toBeVisible()
  await save(page)
  await expect(page.locator('#smtpHost')).toBeHidden()
  await outbox.close()
})

test('job: set up mail @scripts', async ({ page }) => {
  const outbox = await openOutbox()
  await openConsole(page, theAdministrator, '/admin/settings/email')
  const job = counted(page)
  await job.click('#smtpEnabled')
  await page.locator('#smtpHost').fill('localhost')
  await page.locator('#smtpPort').fill(String(outbox.port))
  await job.choose('Encryption', 'None')
  await page.locator('#smtpFromEmail').fill('from@example.com')
  await job.click('#send-test')
  await expect(
    page.getByRole('status').filter({ hasText: `sent to ${theAdministrator.email}` }),
  ).toBeVisible()
  expect((await outbox.next()).to).toEqual([theAdministrator.email])
  await job.click('#submit')
  await expectSaved(page)
  job.expectAsDocumented('Set up mail')
  await page.locator('#smtpEnabled').uncheck()
  await save(page)
  await expectSaved(page)
  await outbox.close()
})

test('job: change the look, which the preview shows before it is saved @scripts', async ({
  page,
  store,
}) => {
  await store.settings.update({ uiTheme: '' })
  const value = (name: string) =>
    page
      .locator('#preview .ui-preview')
      .evaluate(
        (element, variable) => getComputedStyle(element).getPropertyValue(variable).trim(),
        name,
      )
  await openConsole(page, theAdministrator, '/admin/settings/branding')
  const job = counted(page)
  await job.click('#swatch-0f6b5c')
  await expect(page.locator('#primaryColor')).toHaveValue('#0f6b5c')
  await expect.poll(() => value('--color-primary')).toBe('#0f6b5c')
  await expect(page.locator('#contrasts')).toContainText('Links on dark')
  await job.click('label:has(#corners-round)')
  await expect.poll(() => value('--radius-field')).toBe('0.875rem')
  await page.locator('#footerText').fill('Halden Freight Ltd')
  await expect(page.locator('#preview')).toContainText('Halden Freight Ltd')
  await expectSound(page)
  await job.click('#submit')
  await expectSaved(page)
  await job.chooseFile('#logo-light', {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await anImage('png', 120, 40)),
  })
  await expect(page.locator('#delete-logo-light')).toBeVisible()
  await expect(page.locator('#preview img')).toBeVisible()
  job.expectAsDocumented('Change the look')
  await page.locator('#preview label', { hasText: 'Dark' }).click()
  await expect.poll(() => value('color-scheme')).toBe('dark')
  await page.locator('#preview label', { hasText: 'Consent' }).click()
  await expect(page.locator('#preview')).toContainText('See your email address')
  await expectAccessible(page)
  await page.locator('#delete-logo-light').click()
  await page.locator('#delete-logo-light-confirm').click()
  await expect(page.locator('#delete-logo-light')).toHaveCount(0)
  await page.locator('#primaryColor').fill('')
  await page.locator('label:has(#corners-theme)').click()
  await page.locator('#footerText').fill('')
  await save(page)
  await expectSaved(page)
})

test('every point that agents still need leads to where it is put right', async ({
  page,
  javaScriptEnabled,
}) => {
  await openConsole(page, theAdministrator, '/admin/settings/protocol')
  const missing = page.locator('#readiness li').filter({ hasNotText: 'Fine' })
  await expect(missing.first()).toContainText('Set BASE_URL where the server is started.')
  const cures = missing.getByRole('link', { name: /^Change: / })
  await expect(cures).toHaveCount((await missing.count()) - 1)
  await page.locator('#check-iss').getByRole('link').click()
  await expect(page).toHaveURL(/protocol#discovery$/)
  await expect(page.locator('#discovery')).toBeInViewport()
  if (javaScriptEnabled !== false) await expectAccessible(page)
})

test('additions to the protocol are switched on and off @scripts', async ({ page }) => {
  await openConsole(page, theAdministrator, '/admin/settings/protocol')
  await expect(page.locator('#backchannelLogoutEnabled')).toBeChecked()
  await expect(page.locator('#resourceIndicatorsEnabled')).not.toBeChecked()
  await page.locator('#resourceIndicatorsEnabled').check()
  await page.locator('#tokenIntrospectionEnabled').uncheck()
  await page.locator('#dpopEnabled').check()
  await page.locator('#dpopNonceRequired').check()
  await save(page)
  await expectSaved(page)
  await page.reload()
  await expect(page.locator('#dpopEnabled')).toBeChecked()
  await expect(page.locator('#dpopNonceRequired')).toBeChecked()
  await expect(page.locator('#resourceIndicatorsEnabled')).toBeChecked()
  await expect(page.locator('#tokenIntrospectionEnabled')).not.toBeChecked()
  await expect(page.locator('#tokenRevocationEnabled')).toBeChecked()
  await page.locator('#dpopEnabled').uncheck()
  await page.locator('#dpopNonceRequired').uncheck()
  await save(page)
  await expectSaved(page)
})

test('tokens of applications that register themselves have a lifetime of their own @scripts', async ({
  page,
}) => {
  await openConsole(page, theAdministrator, '/admin/settings/protocol')
  const name = 'selfRegisteredClientTokenExpirationInSeconds'
  const inherited = page.locator(`[name="${name}.inherit"]`)
  await expect(inherited).toBeChecked()
  await page.locator('#preset-agents').click()
  await expect(inherited).not.toBeChecked()
  await expect(page.locator(`#${name}`)).toHaveValue('1')
  await expect(page.locator(`#${name}-unit`)).toHaveValue('hour')
  await page.reload()
  await expect(inherited).toBeChecked()
  await inherited.uncheck()
  await page.locator(`#${name}`).fill('2')
  await page.locator(`#${name}-unit`).selectOption('day')
  await save(page)
  await expect(page.locator(`#${name}-error`)).toContainText('at most one day')
  await page.locator(`#${name}`).fill('1')
  await save(page)
  await expectSaved(page)
  await page.reload()
  await expect(page.locator(`#${name}`)).toHaveValue('1')
  await expect(page.locator(`#${name}-unit`)).toHaveValue('day')
  await inherited.check()
  await save(page)
  await expectSaved(page)
})

test('applications bring their own identity from trusted hosts @scripts', async ({ page }) => {
  await openConsole(page, theAdministrator, '/admin/settings/protocol')
  const hosts = page.locator('#clientIdMetadataDocumentHosts')
  const stored = await hosts.inputValue()
  await hosts.fill('agents.example\nhttps://agents.example')
  await save(page)
  await expect(page.locator('#clientIdMetadataDocumentHosts-error')).toContainText(
    '“https://agents.example” isn’t one',
  )
  await hosts.fill('Agents.example')
  await page.locator('#clientIdMetadataDocumentsEnabled').check()
  await page.locator('#unusedSelfRegisteredClientDays').fill('90')
  await save(page)
  await expectSaved(page)
  await page.reload()
  await expect(hosts).toHaveValue('agents.example')
  await expect(page.locator('#check-documents')).toContainText('Fine')
  await expect(page.locator('#check-unused_removal')).toContainText('Fine')
  await hosts.fill(stored)
  await page.locator('#clientIdMetadataDocumentsEnabled').uncheck()
  await page.locator('#unusedSelfRegisteredClientDays').fill('0')
  await save(page)
  await expectSaved(page)
})

test('an application that registered itself waits for approval, and gets it @scripts', async ({
  page,
}) => {
  const allowRegistration = async (isOn: boolean) => {
    await page.goto('/admin/settings/general')
    await page.locator('#dynamicClientRegistrationEnabled').setChecked(isOn)
    await save(page)
    await expectSaved(page)
    await page.goto('/admin/settings/protocol')
    await page.locator('#dynamicClientApprovalRequired').setChecked(isOn)
    await save(page)
    await expectSaved(page)
  }
  await openConsole(page, theAdministrator, '/admin/settings/general')
  await allowRegistration(true)
  const data = { redirect_uris: ['https://app.example/cb'], client_name: 'Route helper' }
  expect((await page.request.post('/connect/register', { data })).status()).toBe(201)
  await page.goto('/admin/clients')
  await page.locator('#awaiting').getByRole('link').first().click()
  await expect(page.locator('#registration')).toContainText('Waits for an administrator')
  await page.locator('#approve').click()
  await expect(page.locator('#registration')).toContainText('Approved')
  await expectSound(page)
  await page.goto('/admin/clients')
  await expect(page.locator('#awaiting')).toHaveCount(0)
  await allowRegistration(false)
})

const pages = [
  'general',
  'accounts',
  'sign-in',
  'branding',
  'ui-theme',
  'sessions',
  'tokens',
  'keys',
  'email',
  'protocol',
  'audit-logs',
]

test('who may only read sees the values and no form @scripts', async ({ page, store }) => {
  const reader = await anAdministrator(store, 'admin-read')
  await openConsole(page, reader, '/admin/settings/general')
  for (const name of pages) {
    await page.goto(`/admin/settings/${name}`)
    await expect(page.locator('#content')).toContainText('You can look at this, but not change it.')
    await expect(page.locator('#content form')).toHaveCount(0)
  }
  await page.goto('/admin/settings/sign-in')
  await expect(page.locator('#content dl')).toContainText('Password policy')
  await page.goto('/admin/settings/accounts')
  await expect(page.locator('#content dl')).toContainText('Only these email domains')
})

test('who manages settings is told which of them need more, and may not enter other parts @scripts', async ({
  page,
  store,
}) => {
  const manager = await anAdministrator(store, 'manage-settings')
  await openConsole(page, manager, '/admin/settings/email')
  for (const name of ['email', 'audit-logs']) {
    await page.goto(`/admin/settings/${name}`)
    await expect(page.locator('#read-only')).toContainText('Only an Owner can change this.')
    await expect(page.locator('#submit')).toHaveCount(0)
  }
  await page.goto('/admin/settings/sessions')
  await expect(page.locator('#userSessionIdleTimeoutInSeconds')).toBeEditable()
  const response = await page.goto('/admin/users')
  expect(response?.status()).toBe(403)
})

test('who manages users may not see any settings @scripts', async ({ page, store }) => {
  const manager = await anAdministrator(store, 'manage-users')
  await openConsole(page, manager, '/admin/dashboard')
  for (const path of [...pages.map((name) => `/admin/settings/${name}`), '/admin/activity']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(403)
  }
})
