import { request } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { chromium, expect, type Page } from '@playwright/test'
import { selfSigned } from '#tests/support/certificate.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToUser } from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { expectNobodyLeftOut, expectSound } from './accessible.ts'
import { postOn } from './console.ts'
import { test } from './fixtures.ts'
import { answerAt } from './journey.ts'
import { signIn } from './people.ts'
import { scriptsBegun } from './scripts-begun.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

const former = 'login.former.example'
const moved = 'login.moved.example'

/** The web server in front: what the hosts answer, and what the former host says of other origins. */
async function openFront() {
  const { cert, key } = selfSigned(former)
  let port = 0
  let file: object | null = null
  const front = createSecureServer({ cert, key }, (req, res) => {
    if (
      port === 0 ||
      (req.headers.host === former && req.url === '/.well-known/webauthn' && file)
    ) {
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify(file))
      return
    }
    const { method = '', url = '', headers } = req
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    onward.on('error', () => res.destroy())
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    port: (front.address() as AddressInfo).port,
    leadTo: (server: StartedServer) => {
      port = Number(new URL(server.baseUrl).port)
    },
    serve: (content: object | null) => {
      file = content
    },
    close: () => {
      front.closeAllConnections()
      front.close()
    },
  }
}

/** A browser for which every host of the test is the web server in front. */
async function openBrowser(
  port: number,
  flags: readonly string[],
  executablePath: string | undefined,
) {
  return chromium.launch({
    args: [
      ...flags,
      `--host-resolver-rules=MAP *.former.example 127.0.0.1:${port},MAP *.moved.example 127.0.0.1:${port}`,
      '--ignore-certificate-errors',
    ],
    ...(executablePath && { executablePath }),
  })
}

test('after a move, a passkey of the former host signs in once that host names the new one @scripts', async ({
  application,
  launchOptions,
}) => {
  const front = await openFront()
  const env = { RATE_LIMITER_ENABLED: 'false' }
  const before = await startServer({ ...env, BASE_URL: `https://${former}` })
  const { databaseUrl } = before
  const { user, client } = await withStore(databaseUrl, async (store) => {
    await store.settings.update({ passkeysEnabled: true, passkeyOfferEnabled: true })
    const redirectUris = [`${application.origin}/callback`]
    return {
      user: await aUser(store),
      client: await aClient(store, { pkceRequired: false, redirectUris }),
    }
  })
  const { args = [], executablePath } = launchOptions
  const browser = await openBrowser(front.port, args, executablePath)
  const page = await browser.newPage()
  const { answer } = await withAuthenticator(page)
  const begin = async (host: string) => {
    await answer(false)
    await page.goto(`https://${host}${authorizePath(client)}`)
    await scriptsBegun(page)
  }

  front.leadTo(before)
  await begin(former)
  await expect(page.locator('input[name=passkeySupport]')).toHaveValue('1')
  await signIn(page, user)
  await answer(true)
  await page.locator('#passkey-create').click()
  await answerAt(page, application)
  await before.end()

  await withStore(databaseUrl, (store) => store.settings.update({ passkeyRelyingPartyId: former }))
  const after = await startServer({
    ...env,
    BASE_URL: `https://${moved}`,
    DATABASE_URL: databaseUrl,
  })
  front.leadTo(after)
  await begin(moved)
  await answer(true)
  await page.locator('#passkey-use').click()
  await expect(page.locator('#passkey-problem')).toHaveText(
    `Your passkey was made for ${former}. Sign in another way and make a new one.`,
  )
  front.serve({ origins: [`https://${moved}`] })
  // The email's field offers it: no click is needed.
  await page.goto(`https://${moved}${authorizePath(client)}`)
  expect((await answerAt(page, application)).code).toBeTruthy()

  await browser.close()
  front.close()
  await after.remove()
  await before.remove()
})

/** Opens the settings as somebody who may change them. */
async function openSettings(page: Page, server: StartedServer): Promise<void> {
  const manager = await withStore(server.databaseUrl, async (store) => {
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage')
    return user
  })
  await page.goto(`${server.baseUrl}/admin/settings/sign-in`)
  await signIn(page, manager)
  await postOn(page)
  await expect(page.locator('#passkeyRelyingPartyId')).toBeVisible()
}

test('another domain of passkeys is confirmed, and the page says what that domain has to serve', async ({
  page,
}) => {
  const server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  await withStore(server.databaseUrl, async (store) => {
    await store.settings.update({ passkeysEnabled: true })
    const { id } = await aUser(store)
    await aStoredPasskey(store, id)
  })
  await openSettings(page, server)
  const domain = page.locator('#passkeyRelyingPartyId')
  await domain.fill(former)
  await page.locator('#submit').click()
  await expect(page.getByText('Confirm that passkeys may stop working.').first()).toBeVisible()
  await page.locator('#domainConfirmed').check()
  await page.locator('#submit').click()
  const notice = page.locator('#related-origins')
  await expect(notice).toContainText(`Saved, but ${former} doesn’t answer.`)
  await expect(notice).toContainText(`https://${former}/.well-known/webauthn`)
  await expect(notice.locator('pre')).toHaveText(JSON.stringify({ origins: [server.baseUrl] }))
  await expect(domain).toHaveValue(former)
  if (test.info().project.use.javaScriptEnabled !== false) {
    await expectSound(page)
    await expectNobodyLeftOut(page)
  }
  await page.goto(`${server.baseUrl}/admin/settings/sign-in`)
  await expect(notice).not.toContainText('Saved')
  await domain.fill('')
  await page.locator('#domainConfirmed').check()
  await page.locator('#submit').click()
  await expect(notice).toHaveCount(0)
  await server.remove()
})
