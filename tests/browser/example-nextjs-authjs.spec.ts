import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { lastLineOf, runGuides, startExample } from './guide.ts'
import { signIn } from './people.ts'

const origin = 'http://localhost:8081'

test('the Next.js application of the guide signs a person in and out with next-auth 4 @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  test.setTimeout(180_000)
  const user = await aUser(store)
  const printed = await runGuides(
    ['nextjs-authjs'],
    serverUrl,
    'printf "%s %s" "$CLIENT_SECRET" "$NEXTAUTH_SECRET"',
  )
  const [clientSecret = '', sessionSecret = ''] = lastLineOf(printed).split(' ')
  const example = startExample(
    ['node_modules/next/dist/bin/next', 'dev', 'examples/nextjs-authjs', '--port', '8081'],
    {
      ISSUER: serverUrl,
      CLIENT_ID: 'example-nextjs',
      CLIENT_SECRET: clientSecret,
      NEXTAUTH_URL: origin,
      NEXTAUTH_SECRET: sessionSecret,
      NEXT_TELEMETRY_DISABLED: '1',
    },
  )
  try {
    await example.printed(/Ready/)
    await page.goto(origin, { timeout: 90_000 })
    // The second time asks again, because the sign-out ended the session of the server as well.
    for (const _ of ['first', 'second']) {
      await page.getByRole('link', { name: 'Sign in' }).click({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Sign in with authserver' }).click({ timeout: 60_000 })
      await signIn(page, user)
      await expect(page.getByText(`Hello ${user.email}.`)).toBeVisible({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Sign out' }).click({ timeout: 60_000 })
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 })
    }
  } finally {
    await example.stop()
  }
})
