import { expect } from '@playwright/test'
import { aClient } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { begin, countPosts } from './journey.ts'
import { signIn } from './people.ts'
import { startRelyingParty } from './relying-party.ts'

test('form_post brings the answer in a form, with scripts by itself', async ({
  page,
  user,
  client,
  application,
  javaScriptEnabled,
}) => {
  const state = `"'><script>alert(1)</script>&amp;é`
  await begin(page, client, { response_mode: 'form_post', state })
  const posted = page.waitForRequest(client.redirectUri)
  await signIn(page, user)
  if (javaScriptEnabled === false) {
    await expect(page.locator('form')).toHaveAttribute('action', client.redirectUri)
    await expect(page).toHaveTitle('One moment…')
    await expect(page.locator('noscript p')).toBeVisible()
    // Its policy allows no styles, but the button is still large.
    const box = await page.getByRole('button', { name: 'Continue' }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(40)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  const request = await posted
  expect(request.method()).toBe('POST')
  const fields = Object.fromEntries(new URLSearchParams(request.postData() ?? ''))
  expect(Object.keys(fields)).toEqual(['code', 'state'])
  expect(fields.state).toBe(state)
  await page.waitForURL(client.redirectUri)
  expect(application.visits.at(-1)?.search).toBe('')
})

test('the implicit flow brings its answer in the fragment', async ({
  page,
  user,
  store,
  application,
}) => {
  const client = await aClient(store, {
    implicitGrantEnabled: true,
    redirectUris: [`${application.origin}/callback`],
  })
  await begin(page, client, { response_type: 'id_token token', nonce: 'a-nonce' })
  await signIn(page, user)
  await page.waitForURL(`${client.redirectUri}#**`)
  const { hash, search } = new URL(page.url())
  const fields = new URLSearchParams(hash.slice(1))
  expect(search).toBe('')
  expect(fields.get('token_type')).toBe('Bearer')
  for (const name of ['access_token', 'id_token', 'expires_in']) {
    expect(fields.get(name), name).toBeTruthy()
  }
})

/** A page of an application that posts to the server. */
function formTo(action: string, fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  return `<!doctype html><title>Application</title><form method="post" action="${action}">
    ${inputs.join('')}<button>Go</button></form>`
}

test('a request posted by an application still finds the session @scripts', async ({
  page,
  user,
  store,
  serverUrl,
}) => {
  const shown = { html: '' }
  const application = await startRelyingParty((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(shown.html)
  })
  try {
    const client = await aClient(store, {
      pkceRequired: false,
      redirectUris: [`${application.origin}/callback`],
    })
    shown.html = formTo(`${serverUrl}/auth/authorize`, {
      client_id: client.clientIdentifier,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid',
    })
    await page.goto(application.origin)
    await page.getByRole('button', { name: 'Go' }).click()
    await signIn(page, user)
    await page.waitForURL(`${client.redirectUri}?**`)

    const posts = countPosts(page, '/auth/authorize')
    await page.goto(`${application.origin}/again`)
    await page.getByRole('button', { name: 'Go' }).click()
    await page.waitForURL(`${client.redirectUri}?**`)
    expect(posts.count).toBe(1)
  } finally {
    await application.close()
  }
})

test('a sign-in form sent from another site is refused @scripts', async ({ page, serverUrl }) => {
  const html = formTo(`${serverUrl}/auth/pwd`, { email: 'a@example.org', password: 'b' })
  const elsewhere = await startRelyingParty((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
  })
  try {
    await page.goto(elsewhere.origin)
    const answered = page.waitForResponse(`${serverUrl}/auth/pwd`)
    await page.getByRole('button', { name: 'Go' }).click()
    expect((await answered).status()).toBe(403)
    await expect(page.locator('body')).toContainText('It came from another website.')
  } finally {
    await elsewhere.close()
  }
})
