import { expect } from '@playwright/test'
import { addSeconds } from '#lib/base/time/clock.ts'
import { redeem } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { test } from './fixtures.ts'
import { answerAt, begin } from './journey.ts'
import { signIn } from './people.ts'

test('who is signed on reaches a second application without a page @no-scripts', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  const second = await aClient(store, { pkceRequired: false, redirectUris: [client.redirectUri] })
  await begin(page, second, { state: 'second' })
  expect(await answerAt(page, application)).toMatchObject({ state: 'second' })
  expect(await sessionsOf(store, user.id)).toHaveLength(1)
})

test('prompt=login asks again and moves the time of the sign-in forward @scripts', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  const [before] = await sessionsOf(store, user.id)
  await begin(page, client, { prompt: 'login' })
  await signIn(page, user)
  await answerAt(page, application)
  const [after, ...others] = await sessionsOf(store, user.id)
  expect(others).toEqual([])
  expect(after?.sessionIdentifier).toBe(before?.sessionIdentifier)
  expect(after?.authTime.getTime()).toBeGreaterThan(before?.authTime.getTime() ?? Infinity)
})

test('max_age asks again once the sign-in is older than that @scripts', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  const [session] = await sessionsOf(store, user.id)
  const authTime = addSeconds(new Date(), -600)
  await store.sessions.update(session?.id ?? 0, { authTime })

  await begin(page, client, { max_age: '900' })
  expect((await answerAt(page, application)).code).toBeTruthy()
  await begin(page, client, { max_age: '300' })
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
  const [renewed] = await sessionsOf(store, user.id)
  expect(renewed?.authTime.getTime()).toBeGreaterThan(authTime.getTime())
  await begin(page, client, { max_age: '300' })
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('an idle session asks for the password again @scripts', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  const [session] = await sessionsOf(store, user.id)
  const longAgo = addSeconds(new Date(), -3 * 3600)
  await store.sessions.update(session?.id ?? 0, { lastAccessed: longAgo })
  await begin(page, client)
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('prompt=none answers without ever showing a page @scripts', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client, { prompt: 'none' })
  expect(await answerAt(page, application)).toMatchObject({ error: 'login_required' })

  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  await begin(page, client, { prompt: 'none', state: 'silent' })
  const { code, state } = await answerAt(page, application)
  expect([state, Boolean(code)]).toEqual(['silent', true])

  const asking = await aClient(store, {
    pkceRequired: false,
    consentRequired: true,
    redirectUris: [client.redirectUri],
  })
  await begin(page, asking, { prompt: 'none' })
  expect(await answerAt(page, application)).toMatchObject({ error: 'consent_required' })
})

test('another person on the same browser takes the place of the first @scripts', async ({
  page,
  user,
  store,
  client,
  application,
}) => {
  await begin(page, client)
  await signIn(page, user)
  await answerAt(page, application)
  const other = await aUser(store)
  await begin(page, client, { prompt: 'login' })
  await signIn(page, other)
  await answerAt(page, application)
  expect(await sessionsOf(store, user.id)).toEqual([])
  expect(await sessionsOf(store, other.id)).toHaveLength(1)
})

test('a hint at somebody else asks for a sign-in, which must be theirs @scripts', async ({
  page,
  user,
  store,
  client,
  application,
  serverUrl,
}) => {
  await begin(page, client)
  await signIn(page, user)
  const { code = '' } = await answerAt(page, application)
  const changes = { code_verifier: undefined }
  const { body } = await redeem(remoteServer(serverUrl), client, { code, verifier: '' }, changes)
  const hinted = { id_token_hint: body.id_token }
  await begin(page, client, hinted)
  expect((await answerAt(page, application)).code).toBeTruthy()

  const other = await aUser(store)
  await begin(page, client, { prompt: 'login' })
  await signIn(page, other)
  await answerAt(page, application)
  await begin(page, client, hinted)
  await signIn(page, other)
  expect(await answerAt(page, application)).toMatchObject({ error: 'login_required' })
})

test('a password changed meanwhile is asked for again @scripts', async ({
  page,
  user,
  store,
  application,
}) => {
  const client = await aClient(store, {
    pkceRequired: false,
    consentRequired: true,
    redirectUris: [`${application.origin}/callback`],
  })
  await begin(page, client)
  await signIn(page, user)
  await expect(page.locator('#page-consent')).toBeVisible()
  await store.users.advanceAuthState(user.id)
  await page.locator('#consent-approve').click()
  await signIn(page, user)
  await page.locator('#consent-approve').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('the cookies are out of reach of scripts and other sites @scripts', async ({
  page,
  context,
  user,
  client,
  application,
}) => {
  await begin(page, client)
  const [planted] = await context.cookies()
  await signIn(page, user)
  await answerAt(page, application)
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name).sort()).toEqual([
    'authserver-browser',
    'authserver-known',
    'authserver-session',
  ])
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie.value).not.toBe(planted?.value)
  }
})
