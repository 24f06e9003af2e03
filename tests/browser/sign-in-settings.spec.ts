import { expect, type Page } from '@playwright/test'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { expectNobodyLeftOut, expectSound } from './accessible.ts'
import { postOn } from './console.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'

/** A separate server: these tests change global settings. */
let server: StartedServer

test.beforeAll(async () => {
  server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
})

test.afterAll(async () => {
  await server?.remove()
})

/** Opens the settings as somebody who may change them. */
async function openSettings(page: Page): Promise<void> {
  const manager = await withStore(server.databaseUrl, async (store) => {
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage')
    return user
  })
  await page.goto(`${server.baseUrl}/admin/settings/sign-in`)
  await signIn(page, manager)
  await postOn(page)
  await expect(page.locator('#passkeysEnabled')).toBeVisible()
}

/** People without a password: one with a passkey, one with an account at a provider, one with both. */
async function peopleWithoutPassword(): Promise<void> {
  await withStore(server.databaseUrl, async (store) => {
    await store.settings.update({ passkeysEnabled: true, identityProvidersEnabled: true })
    const { id: providerId } = await aProvider(store)
    for (const ways of [['passkey'], ['identity'], ['passkey', 'identity']]) {
      const { id } = await aUser(store)
      await store.users.change(id, { passwordHash: '' })
      if (ways.includes('passkey')) await aStoredPasskey(store, id)
      if (!ways.includes('identity')) continue
      await store.userIdentities.insert({
        createdAt: new Date(),
        userId: id,
        providerId,
        issuer: 'https://id.example',
        subject: `subject-of-${id}`,
      })
    }
  })
}

const stored = () => withStore(server.databaseUrl, (store) => store.settings.find())

test('a way to sign in that people have nothing else than is switched off only when that is confirmed', async ({
  page,
}, { project }) => {
  await peopleWithoutPassword()
  await openSettings(page)
  const confirmation = page.locator('#leaveConfirmed')
  const passkeys = page.locator('#passkeysEnabled')
  await expect(confirmation).toHaveCount(0)

  await passkeys.uncheck()
  await page.locator('#submit').click()
  await expect(
    page.getByText('Confirm that people lose their only way to sign in.').first(),
  ).toBeVisible()
  await expect(page.locator('#leaveConfirmed-hint')).toContainText('1 person has no other way')
  await expect(passkeys).not.toBeChecked()
  expect(await stored()).toMatchObject({ passkeysEnabled: true })
  if (project.name === 'with scripts') {
    await expectSound(page)
    await expectNobodyLeftOut(page)
  }
  await confirmation.check()
  await page.locator('#submit').click()
  await expect.poll(stored).toMatchObject({ passkeysEnabled: false })
  await expect(confirmation).toHaveCount(0)

  await page.locator('#identityProvidersEnabled').uncheck()
  await page.locator('#submit').click()
  await expect(page.locator('#leaveConfirmed-hint')).toContainText('2 people have no other way')
  await page.locator('#identityProvidersEnabled').check()
  // With scripts there is nothing to save now, and no button.
  if (project.name !== 'with scripts') await page.locator('#submit').click()
  await expect(confirmation).toHaveCount(0)
  expect(await stored()).toMatchObject({ identityProvidersEnabled: true })
})

test('a password is tried with the policy, and the answer does not repeat it', async ({ page }, {
  project,
}) => {
  await withStore(server.databaseUrl, (store) => store.settings.update({ passwordPolicy: 'low' }))
  await openSettings(page)
  const password = page.locator('#password')
  const tried = 'plum-orchard'
  const hasScripts = project.name === 'with scripts'
  const message = hasScripts ? page.getByRole('status') : page.locator('noscript p')
  const accepted = message.filter({ hasText: 'Low: this password is accepted.' }).first()
  const attempt = async () => {
    await password.fill(tried)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.locator('#try-password').click()
    expect(await (await answered).text()).not.toContain(tried)
  }
  await attempt()
  await expect(accepted).toBeVisible()

  await page.locator('#passwordPolicy-high').check()
  // Without scripts, the policy counts once it is saved.
  if (!hasScripts) await page.locator('#save-policy').click()
  await attempt()
  await expect(page.locator('#password-error')).toHaveText('Add an upper case letter.')
  if (hasScripts) {
    expect(await stored()).toMatchObject({ passwordPolicy: 'low' })
    await expectSound(page)
    await expectNobodyLeftOut(page)
    await page.locator('#save-policy').click()
  }
  await expect.poll(stored).toMatchObject({ passwordPolicy: 'high' })
})
