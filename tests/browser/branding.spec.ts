import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { anImage } from '#tests/support/images.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { expectAccessible } from './accessible.ts'
import { confirm } from './admin-users.ts'
import { anAdministrator, openConsole } from './console.ts'
import { expectToFitPhone } from './layout.ts'
import { scriptsBegun } from './scripts-begun.ts'
import { test } from './settings-server.ts'

// The tests change the settings of one server.
test.describe.configure({ mode: 'default' })

const path = '/admin/settings/branding'

async function aLogo(width: number, height: number): Promise<Buffer> {
  return Buffer.from(await anImage('png', width, height))
}

async function upload(page: Page, id: string, name: string, buffer: Buffer): Promise<void> {
  const mimeType = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
  const input = page.locator(`#${id}`)
  await scriptsBegun(page)
  await input.setInputFiles({ name, mimeType, buffer })
  const button = page.locator(`form:has(#${id}) button[type=submit]`)
  // With scripts, the choice itself sends the form.
  if ((await button.count()) > 0) await button.click()
}

async function open(page: Page, store: Parameters<typeof anAdministrator>[0]): Promise<void> {
  await openConsole(page, await anAdministrator(store, 'manage-settings'), path)
}

test('colors, corners, links and a footer are saved, and every page carries them', async ({
  page,
  store,
}) => {
  await open(page, store)
  await page.locator('#primaryColor').fill('#0f6b5c')
  await page.locator('label:has(#corners-square), label[for=corners-square]').click()
  await page.locator('#supportUrl').fill('https://help.halden.example/')
  await page.locator('#privacyUrl').fill('https://halden.example/privacy')
  await page.locator('#termsUrl').fill('https://halden.example/terms')
  await page.locator('#footerText').fill('Halden AB, Bergen')
  await scriptsBegun(page)
  await page.locator('#submit').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' }).first()).toBeVisible()
  for (const address of [
    '/',
    authorizePath(await aClient(store, { pkceRequired: false }), { prompt: 'login' }),
  ]) {
    await page.goto(address)
    const footer = page.locator('footer')
    await expect(footer).toContainText('Halden AB, Bergen')
    await expect(footer.getByRole('link', { name: 'Help' })).toHaveAttribute(
      'href',
      'https://help.halden.example/',
    )
    await expect(footer.getByRole('link', { name: 'Privacy' })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Terms' })).toBeVisible()
    await expect(page.locator('.btn-primary').first()).toHaveCSS(
      'background-color',
      'rgb(15, 107, 92)',
    )
    await expect(page.locator('.btn-primary').first()).toHaveCSS('border-radius', '0px')
  }
})

test('a value that is no color or no address is refused at its field', async ({ page, store }, {
  project,
}) => {
  await open(page, store)
  for (const [id, value, says] of [
    ['primaryColor', 'red', 'Enter a color, like #3350d0.'],
    ['privacyUrl', 'javascript:alert(1)', 'Enter an address that starts with https://'],
    ['supportUrl', 'help', 'Enter an email address, or one that starts with https://.'],
  ] as const) {
    const field = page.locator(`#${id}`)
    const before = await field.inputValue()
    await field.fill(value)
    await scriptsBegun(page)
    await page.locator('#submit').click()
    await expect(field).toHaveAccessibleDescription(new RegExp(says.replace(/[.#]/g, '\\$&')))
    if (project.name === 'with scripts') await expect(field).toBeFocused()
    await field.fill(before)
  }
})

test('what is no picture, too large, or not square where it must be, is refused with the reason', async ({
  page,
  store,
}) => {
  await open(page, store)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [id, name, bytes, says] of [
    ['logo-light', 'logo.svg', Buffer.from(svg), /Export it as PNG/],
    ['logo-light', 'notes.png', Buffer.from('no picture'), /PNG, JPEG|JPEG, PNG/],
    ['logo-dark', 'huge.png', Buffer.alloc(1024 * 1024 + 1), /at most 1 MiB/],
    ['logo-light', 'wide.png', await aLogo(1100, 40), /1024/],
    ['icon', 'icon.png', await aLogo(128, 64), /square/i],
  ] as const) {
    await upload(page, id, name, bytes)
    await expect(page.locator(`form:has(#${id})`).getByRole('alert'), name).toContainText(says)
  }
  expect((await page.request.get('/branding/logo-light')).status()).toBe(404)
})

test('of a file that is too large to be sent at all, the limit is said too @scripts', async ({
  page,
  store,
}) => {
  await open(page, store)
  await upload(page, 'logo-dark', 'vast.png', Buffer.alloc(5 * 1024 * 1024))
  const alert = page.locator('form:has(#logo-dark)').getByRole('alert')
  await expect(alert).toContainText('at most 1 MiB')
  await upload(page, 'logo-dark', 'notes.png', Buffer.from('no picture'))
  await expect(alert).toContainText(/PNG, JPEG|JPEG, PNG/)
})

test('the widest and the tallest logo fit the card, on a screen and on a phone', async ({
  page,
  store,
}) => {
  for (const [width, height] of [
    [1024, 60],
    [40, 512],
  ] as const) {
    await open(page, store)
    await upload(page, 'logo-light', 'logo.png', await aLogo(width, height))
    await expect(page.locator('#logo img')).toHaveCount(1)
    await page.goto('/')
    const logo = page.locator('header img')
    await expect(logo).toHaveAttribute('alt', /\S/)
    const box = await logo.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(48)
    expect(box?.width).toBeLessThanOrEqual(424)
    expect(box?.height).toBeGreaterThan(10)
    await expectToFitPhone(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.context().clearCookies()
  }
})

test('a white logo stands on a dark tile, so that it can be seen on light pages, and the console says so', async ({
  page,
  store,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, store)
  const white = { width: 160, height: 40, channels: 4, background: '#ffffff' } as const
  await upload(page, 'logo-light', 'white.png', await sharp({ create: white }).png().toBuffer())
  await expect(page.locator('#logo-light-faint')).toContainText('on a dark tile')
  await page.goto('/')
  await expect(page.locator('header img')).toHaveCSS('background-color', 'rgb(21, 21, 25)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('header img')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

  await page.goto(path)
  await scriptsBegun(page)
  await confirm(page, 'delete-logo-light', /as if it had never been there/)
  await expect(page.locator('#delete-logo-light')).toHaveCount(0)
})

test('the logo on dark takes the place of the other one in the dark, and without it a tile is behind it', async ({
  page,
  store,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, store)
  await upload(page, 'logo-light', 'logo.png', await aLogo(200, 40))
  await expect(page.locator('#logo img')).toHaveCount(1)
  const logo = page.locator('header img')
  const shown = () => logo.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)
  await page.goto('/')
  await expect.poll(shown).toBe('/branding/logo-light')
  await expect(logo).toHaveCSS('background-color', 'rgb(255, 255, 255)')

  await page.goto(path)
  await upload(page, 'logo-dark', 'dark.png', await aLogo(180, 40))
  await expect(page.locator('#logo img')).toHaveCount(2)
  await page.goto('/')
  await expect.poll(shown).toBe('/branding/logo-dark')
  await expect(logo).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(shown).toBe('/branding/logo-light')

  await page.goto(path)
  await scriptsBegun(page)
  for (const name of ['logo-dark', 'logo-light']) {
    await confirm(page, `delete-${name}`, /as if it had never been there/)
    await expect(page.locator(`#delete-${name}`)).toHaveCount(0)
  }
  await page.goto('/')
  await expect(logo).toHaveCount(0)
})

test('the icon is the one of the tab and of the console @scripts', async ({ page, store }) => {
  await open(page, store)
  await upload(page, 'icon', 'icon.png', await aLogo(128, 128))
  await expect(page.locator('#logo img')).toHaveCount(1)
  await page.reload()
  await expect(page.locator('link[rel=icon]').first()).toHaveAttribute(
    'href',
    /\/branding\/icon\?v=/,
  )
  const { width } = await sharp(await (await page.request.get('/branding/icon')).body()).metadata()
  expect(width).toBe(128)
  await expectAccessible(page)
})

test('a mail carries the color, the help and the footer @scripts', async ({ page, store }) => {
  const outbox = await openOutbox()
  try {
    await store.settings.update({
      smtpEnabled: true,
      smtpHost: outbox.host,
      smtpPort: outbox.port,
      smtpFromName: 'Halden',
      smtpFromEmail: 'noreply@example.org',
    })
    await store.settings.update({
      primaryColor: '#0f6b5c',
      supportUrl: 'https://help.halden.example/',
      footerText: 'Halden AB, Bergen',
    })
    const user = await aUser(store)
    await page.goto('/forgot-password')
    await page.locator('#email').fill(user.email)
    await page.locator('#self-service-submit').click()
    await expect(page.locator('#link-sent')).toBeVisible()
    const mail = await outbox.next()
    expect(mail.text).toContain('Halden AB, Bergen')
    expect(mail.text).toContain('https://help.halden.example/')
    expect(mail.text).toContain('#0f6b5c')
    expect(mail.text).not.toMatch(/<img|https?:\/\/[^"]*\/branding\//)
  } finally {
    await store.settings.update({ smtpEnabled: false })
    await outbox.close()
  }
})
