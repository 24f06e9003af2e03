import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { aClient, aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'

const program = fileURLToPath(new URL('../../examples/openid-client/app.mjs', import.meta.url))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return address && typeof address === 'object' ? address.port : 0
}

async function start(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test("the README's example signs a person in and out", async ({ page, serverUrl, store }) => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const user = await aUser(store)
  const client = await aClient(store, { redirectUris: [`${origin}/callback`, `${origin}/`] })
  const example = await start({
    ISSUER: serverUrl,
    CLIENT_ID: client.clientIdentifier,
    CLIENT_SECRET: client.secret,
    PORT: String(port),
  })
  try {
    await page.goto(origin)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, user)
    await expect(page.getByText(`Hello ${user.email}.`)).toBeVisible()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.locator('#page-sign-in')).toBeVisible()
  } finally {
    example.kill()
  }
})
