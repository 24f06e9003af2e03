import { expect } from '@playwright/test'
import { requestToken } from '#tests/support/oauth.ts'
import { aClient, aPublicClient, aUser } from '#tests/support/people.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { askForCodes, enterDeviceCode } from './devices.ts'
import { test } from './fixtures.ts'
import { runGuides, startExample } from './guide.ts'
import { signIn } from './people.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

test('a device is connected by its code, the sign-in and the answer to the question', async ({
  page,
  user,
  store,
  serverUrl,
}) => {
  const client = await aPublicClient(store, { displayName: 'Lamp', showDisplayName: true })
  const { user_code: code, device_code } = await askForCodes({ page, store }, client)
  await enterDeviceCode(page, 'BCDF-GHJK')
  await expect(page.locator('#form-error')).toContainText('don’t know this code')
  await expect(page.locator('#user_code')).toHaveValue('BCDF-GHJK')
  await page.locator('#user_code').fill(code.toLowerCase().replace('-', ' '))
  await page.locator('#device-submit').click()
  await signIn(page, user)

  const card = page.locator('#page-device-confirm')
  await expect(card).toContainText('Lamp on a device wants to use your account.')
  await expect(page.locator('#device-code')).toHaveText(code)
  await expect(page.locator('#device-facts')).toContainText('this network')
  await expect(page.locator('#device-warning')).toContainText('may have sent you this code')
  await expect(page.locator('.ui-account-chip')).toContainText(user.email)
  await expect(page.locator('#same-code')).toHaveCount(0)
  await expect(page.locator('.btn-primary')).toHaveAttribute('id', 'consent-deny')
  await page.locator('input[data-scope="email"]').uncheck()
  await page.locator('#consent-approve').click()
  await expect(page.locator('#page-device-done')).toContainText('The device is connected')

  const form = { grant_type: grantType, device_code }
  const { body } = await requestToken(remoteServer(serverUrl), client, form)
  expect(body.scope).toBe('openid profile')
})

test('an address with the code asks for a tick, and the device can be turned down without it', async ({
  page,
  user,
  store,
}) => {
  const client = await aClient(store)
  const codes = await askForCodes({ page, store }, client)
  await page.goto(codes.verification_uri_complete)
  await expect(page.locator('#user_code')).toHaveValue(codes.user_code)
  await page.locator('#device-submit').click()
  await signIn(page, user)
  await page.locator('#consent-approve').click()
  await expect(page.locator('#page-device-confirm')).toBeVisible()
  await expect(page.locator('#same-code:invalid')).toHaveCount(1)
  await page.locator('#consent-deny').click()
  await expect(page.locator('#page-device-done')).toContainText('Nothing was connected')
})

test('an application that is not verified is named as such before its device is connected', async ({
  page,
  user,
  store,
}) => {
  const client = await aPublicClient(store, {
    createdViaDcr: true,
    displayName: 'Lamp',
    showDisplayName: true,
  })
  await enterDeviceCode(page, (await askForCodes({ page, store }, client)).user_code)
  await signIn(page, user)
  const card = page.locator('#page-device-confirm')
  await expect(card).toContainText('“Lamp” on a device wants to use your account.')
  await expect(card).toContainText('Not verified')
  await expect(page.locator('.btn-primary')).toHaveAttribute('id', 'consent-deny')
})

test('the device example of the guide signs a person in by a code, or says why not @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  await store.settings.update({ deviceGrantEnabled: true })
  await runGuides(['devices'], serverUrl)
  const start = () => startExample(['examples/cli/device.mjs'], { ISSUER: serverUrl })
  const shown = /enter the code (\S+)$/m
  const refused = start()
  try {
    await enterDeviceCode(page, await refused.printed(shown))
    await signIn(page, user)
    await page.locator('#consent-deny').click()
    expect(await refused.printed(/^Not signed in: .+$/m)).toContain('did not connect')
  } finally {
    await refused.stop()
  }

  const example = start()
  try {
    await enterDeviceCode(page, await example.printed(shown))
    await signIn(page, user)
    await page.locator('#consent-approve').click()
    await expect(page.locator('#page-device-done')).toContainText('The device is connected')
    expect(await example.printed(/^Signed in as .+$/m)).toBe(`Signed in as ${user.email}.`)
  } finally {
    await example.stop()
  }
})
