import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { runGuides, startExample } from './guide.ts'
import { signIn } from './people.ts'

test('the command-line example of the guide signs a person in through the browser @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  await runGuides(['native-cli'], serverUrl)
  const example = startExample(['examples/cli/sign-in.mjs'], { ISSUER: serverUrl })
  try {
    await page.goto(await example.printed(/^(http\S+\/auth\/authorize\S+)$/m))
    await signIn(page, user)
    await expect(page.getByText('You can close this page')).toBeVisible()
    expect(await example.printed(/^Signed in as .+$/m)).toBe(`Signed in as ${user.email}.`)
  } finally {
    await example.stop()
  }
})
