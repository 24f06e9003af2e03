import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { runGuides, startExample } from './guide.ts'
import { signIn } from './people.ts'

test('the command-line example of the guide signs a person in through the browser, or says why not @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  await runGuides(['native-cli'], serverUrl)
  const start = () => startExample(['examples/cli/sign-in.mjs'], { ISSUER: serverUrl })
  const address = /^(http\S+\/auth\/authorize\S+)$/m
  const client = await store.clients.findByIdentifier('example-cli')
  await store.clients.update(client?.id ?? 0, { consentRequired: true })
  const refused = start()
  try {
    await page.goto(await refused.printed(address))
    await signIn(page, user)
    await page.locator('#consent-deny').click()
    await expect(page.getByText('You can close this page')).toBeVisible()
    expect(await refused.printed(/^Not signed in: .+$/m)).toContain('declined')
    expect(refused.output()).not.toContain('    at ')
  } finally {
    await refused.stop()
  }

  const example = start()
  try {
    await page.goto(await example.printed(address))
    await signIn(page, user)
    await page.locator('#consent-approve').click()
    await expect(page.getByText('You can close this page')).toBeVisible()
    expect(await example.printed(/^Signed in as .+$/m)).toBe(`Signed in as ${user.email}.`)
  } finally {
    await example.stop()
  }
})
