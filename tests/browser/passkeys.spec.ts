import { expect, type Page } from '@playwright/test'
import { maxPasskeyOffers } from '#lib/domain/passkeys/offer.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import {
  aClient,
  aUser,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { withStore } from '#tests/support/remote.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { expectAccessible, expectNobodyLeftOut } from './accessible.ts'
import { postOn } from './console.ts'
import { test } from './fixtures.ts'
import { acr, answerAt } from './journey.ts'
import { tabThrough } from './keyboard.ts'
import { codeOf, enterCode, signIn, wrongCode } from './people.ts'
import type { RelyingParty } from './relying-party.ts'
import { scriptsBegun } from './scripts-begun.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

/** A separate server: these tests change global settings. Passkeys need a name: `localhost`. */
let server: StartedServer
let client: TestClient

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ application }) => {
  server = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  client = await withStore(server.databaseUrl, async (store) => {
    await store.settings.update({
      passkeysEnabled: true,
      passkeyOfferEnabled: true,
      recoveryCodesEnabled: true,
    })
    const redirectUris = [`${application.origin}/callback`]
    return aClient(store, { pkceRequired: false, redirectUris })
  })
})

test.afterAll(async () => {
  await server?.remove()
})

const person = () =>
  withStore(server.databaseUrl, async (store) => {
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage-account')
    return user
  })

/** As after the last offer of a passkey: browsers that could make one are not asked. */
const offerNothing = ({ id }: TestUser) =>
  withStore(server.databaseUrl, (store) =>
    store.passkeys.noteOffer(id, maxPasskeyOffers, new Date()),
  )

const begin = (page: Page, request: Readonly<Record<string, string>> = {}) =>
  page.goto(`${server.baseUrl}${authorizePath(client, request)}`)

/** Somebody new whose passkey this browser has; nobody is signed in. */
async function withPasskey(
  page: Page,
  application: RelyingParty,
  device?: Awaited<ReturnType<typeof withAuthenticator>>,
) {
  const { answer, ...rest } = device ?? (await withAuthenticator(page))
  await answer(false)
  const user = await person()
  await begin(page)
  await scriptsBegun(page)
  await expect(page.locator('input[name=passkeySupport]')).toHaveValue('1')
  await signIn(page, user)
  await answer(true)
  await page.locator('#passkey-create').click()
  await page.locator('#saved').check()
  await page.locator('#codes-continue').click()
  await answerAt(page, application)
  await page.context().clearCookies()
  return { answer, ...rest, user }
}

/** How many sessions a user has that a passkey began. */
const sessionsByPasskey = ({ id }: TestUser) =>
  withStore(server.databaseUrl, async (store) => {
    const sessions = await sessionsOf(store, id)
    return sessions.filter(({ passkeyId }) => passkeyId !== null).length
  })

/** Counts how often the page has asked for a challenge. */
function challengesFetched(page: Page): () => number {
  let fetched = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/passkey/options')) fetched++
  })
  return () => fetched
}

test('a passkey that is offered signs in by the button, as both factors @scripts', async ({
  page,
  application,
}) => {
  const { answer } = await withAuthenticator(page)
  const user = await person()
  await answer(false)
  await begin(page)
  await scriptsBegun(page)
  await expect(page.locator('input[name=passkeySupport]')).toHaveValue('1')
  await signIn(page, user)
  await expect(page.locator('#page-passkey-offer')).toBeVisible()
  await expectNobodyLeftOut(page)
  await tabThrough(page)
  await answer(true)
  await page.locator('#passkey-create').click()
  await expect(page.locator('#page-new-recovery-codes')).toBeVisible()
  await expectNobodyLeftOut(page)
  await tabThrough(page)
  await page.locator('#saved').check()
  await page.locator('#codes-continue').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
  await page.context().clearCookies()
  await answer(false)
  await begin(page, { acr_values: acr.mandatory })
  await expect(page.locator('#passkey-use')).toBeVisible()
  await expectAccessible(page)
  await answer(true)
  await page.locator('#passkey-use').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('the email’s field offers the passkey: no click is needed @scripts', async ({
  page,
  application,
}) => {
  await withPasskey(page, application)
  await begin(page)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('a device with the passkeys of two accounts signs each in to its own @scripts', async ({
  page,
  application,
}) => {
  const one = await withPasskey(page, application)
  const [ofOne] = await one.credentials()
  const other = await withPasskey(page, application, one)
  const held = await one.credentials()
  expect(held).toHaveLength(2)
  const ofOther = held.find(({ credentialId }) => credentialId !== ofOne?.credentialId)
  await one.forget(ofOther?.credentialId ?? '')
  await begin(page)
  expect((await answerAt(page, application)).code).toBeTruthy()
  const counted = async () => [
    await sessionsByPasskey(one.user),
    await sessionsByPasskey(other.user),
  ]
  expect(await counted()).toEqual([1, 0])
  await page.context().clearCookies()
  if (ofOther) await one.add(ofOther)
  await one.forget(ofOne?.credentialId ?? '')
  await begin(page)
  expect((await answerAt(page, application)).code).toBeTruthy()
  expect(await counted()).toEqual([1, 1])
})

test('a copy of a passkey, whose count has not grown, is refused @scripts', async ({
  page,
  application,
}) => {
  const { user, credentials, putBack } = await withPasskey(page, application)
  const [copy] = await credentials()
  if (!copy) throw new Error('The device has no passkey.')
  // The page asks again by itself, and each answer counts one more: the copy must stay behind.
  await putBack({ ...copy, signCount: 1_000 })
  await begin(page)
  expect((await answerAt(page, application)).code).toBeTruthy()
  await page.context().clearCookies()
  await putBack(copy)
  await begin(page)
  await expect(page.getByText('Your device couldn’t confirm it’s you.').first()).toBeVisible()
  expect(await sessionsByPasskey(user)).toBe(1)
})

test('after a password the passkey is asked for where a second factor is, or a recovery code @scripts', async ({
  page,
  application,
}) => {
  const { answer, user } = await withPasskey(page, application)
  await answer(false)
  await begin(page, { acr_values: acr.mandatory })
  await signIn(page, user)
  await expect(page.locator('#page-passkey')).toBeVisible()
  await expect(page.locator('#passkey-use')).toBeVisible()
  await expectNobodyLeftOut(page)
  await tabThrough(page)
  await page.locator('#use-recovery').click()
  await expect(page.locator('#page-recovery-code')).toBeVisible()
  await expectNobodyLeftOut(page)
  await tabThrough(page)
  await page.locator('#recovery-back').click()
  await answer(true)
  await page.locator('#passkey-use').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('without scripts the form is whole, and there is no passkey button @no-scripts', async ({
  page,
  application,
}) => {
  const user = await person()
  await begin(page)
  await expect(page.locator('#passkey-use')).toHaveCount(0)
  await signIn(page, user)
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('recovery codes come with the app, can be saved, and stand in for it', async ({
  page,
  application,
}, { project }) => {
  const user = await person()
  await offerNothing(user)
  await begin(page, { acr_values: acr.mandatory })
  await signIn(page, user)
  await expect(page.locator('#page-otp-enrollment')).toBeVisible()
  const secret = (await page.locator('pre').textContent())?.replaceAll(' ', '') ?? ''
  await enterCode(page, codeOf(secret))
  await expect(page.locator('#page-new-recovery-codes')).toBeVisible()
  const codes = await page.locator('#recovery-codes li').allTextContents()
  const [code = ''] = codes
  const file = (await page.locator('#codes-download').getAttribute('href')) ?? ''
  expect(file).toMatch(/^data:text\/plain/)
  expect(decodeURIComponent(file.slice(file.indexOf(',') + 1))).toBe(`${codes.join('\n')}\n`)
  const fields = page.locator('input:not([type=checkbox]), textarea')
  const sent = await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  expect(sent.filter((value) => codes.some((one) => value.includes(one)))).toEqual([])
  if (project.name === 'with scripts') {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(codes.join('\n'))
  }
  await page.locator('#saved').check()
  await page.locator('#codes-continue').click()
  await answerAt(page, application)
  await page.context().clearCookies()
  await begin(page, { acr_values: acr.mandatory })
  await signIn(page, user)
  await page.locator('#use-recovery').click()
  await expect(page.locator('#page-recovery-code')).toBeVisible()
  if (project.name === 'with scripts') await expectAccessible(page)
  await page.locator('#code').fill('AAAA-AAAA-AAAA-AAAA')
  await page.locator('#recovery-submit').click()
  await expect(page.locator('#form-error')).toBeVisible()
  await page.locator('#code').fill(code.toLowerCase())
  await page.locator('#recovery-submit').click()
  expect((await answerAt(page, application)).code).toBeTruthy()
})

test('the app that is switched on in the account brings recovery codes, shown until they are saved', async ({
  page,
}, { project }) => {
  const scripts = project.name === 'with scripts'
  const user = await person()
  await offerNothing(user)
  await page.goto(`${server.baseUrl}/account/otp`)
  await signIn(page, user)
  await postOn(page)
  const secret = (await page.locator('#otp-secret').textContent())?.replaceAll(' ', '') ?? ''
  if (scripts) await scriptsBegun(page)
  await page.locator('#otpCode').fill(codeOf(secret))
  await page.locator('#password').fill(user.password)
  await page.locator('#submit').click()
  const codes = page.locator('#first-codes li')
  await expect(codes).toHaveCount(10)
  await expect(page.locator('#otp-on')).toBeVisible()
  if (scripts) await expectNobodyLeftOut(page)
  const file = (await page.locator('#codes-download').getAttribute('href')) ?? ''
  expect(decodeURIComponent(file)).toContain(await codes.last().textContent())
  await page.locator('#codes-saved').click()
  await expect(codes).toHaveCount(0)
  await expect(page.locator('#otp-on')).toBeVisible()
  await page.goto(`${server.baseUrl}/account/passkeys`)
  await expect(page.locator('#recovery')).toContainText('10 of 10')
})

test('the account adds, demands and removes a passkey @scripts', async ({ page }) => {
  const { answer } = await withAuthenticator(page)
  await answer(false)
  const user = await person()
  await page.goto(`${server.baseUrl}/account/passkeys`)
  await signIn(page, user)
  const later = page.locator('#passkey-skip')
  await expect(later.or(page.locator('#passkey-add'))).toBeVisible()
  if (await later.isVisible()) await later.click()
  await expect(page.locator('#passkey-add')).toBeVisible()
  await scriptsBegun(page)
  await answer(true)
  await page.locator('#passkey-add input[name=password]').fill(user.password)
  await page.locator('#passkey-create').click()
  const rows = page.locator('#passkeys li')
  await expect(rows).toHaveCount(1)
  await expectNobodyLeftOut(page)
  await tabThrough(page, '#content')
  await page.locator('#ask-after-password').click()
  await expect(page.locator('#ask-after-password')).toHaveText('Turn off')
  await rows.locator('summary').first().click()
  await rows.locator('button[id^=passkey-remove-]').click()
  await expect(rows).toHaveCount(0)
})

/** Counts which credentials the device is told to forget. */
async function countingForgotten(page: Page) {
  await page.addInitScript(() => {
    const forgotten: string[] = []
    Object.assign(window, { forgotten })
    Object.assign(PublicKeyCredential, {
      signalUnknownCredential: async ({ credentialId }: { credentialId: string }) => {
        forgotten.push(credentialId)
      },
    })
  })
  type Forgetful = { readonly forgotten: readonly string[] }
  return () => page.evaluate(() => (window as unknown as Forgetful).forgotten.length)
}

/** Opens the passkeys of a new person, and counts which credentials the device is told to forget. */
async function atOwnPasskeys(page: Page) {
  const { answer } = await withAuthenticator(page)
  await answer(false)
  const forgotten = await countingForgotten(page)
  const user = await person()
  await offerNothing(user)
  await page.goto(`${server.baseUrl}/account/passkeys`)
  await signIn(page, user)
  await expect(page.locator('#passkey-add')).toBeVisible()
  await scriptsBegun(page)
  await answer(true)
  await page.locator('#passkey-add input[name=password]').fill(user.password)
  return forgotten
}

test('a device keeps the passkey of one person when the next one in the tab types a wrong code @scripts', async ({
  page,
  application,
}) => {
  const { answer } = await withPasskey(page, application)
  const forgotten = await countingForgotten(page)
  await begin(page)
  await answerAt(page, application)
  await page.context().clearCookies()
  await answer(false)
  const next = await person()
  await offerNothing(next)
  await begin(page, { acr_values: acr.mandatory })
  await signIn(page, next)
  const secret = (await page.locator('pre').textContent())?.replaceAll(' ', '') ?? ''
  await enterCode(page, wrongCode(secret))
  await expect(page.locator('#form-error, #otp-error')).toBeVisible()
  await expect(page.locator('#passkey-create')).toBeVisible()
  expect(await forgotten()).toBe(0)
})

const addAddress = '**/account/passkeys/submit/add'

test('a device forgets the passkey whose request never arrived @scripts', async ({ page }) => {
  const forgotten = await atOwnPasskeys(page)
  await page.route(addAddress, (route) => route.abort())
  await page.locator('#passkey-create').click()
  await expect.poll(forgotten).toBe(1)
  await expect(page.locator('#passkey-add [role=alert]')).toBeVisible()
  await expect(page.locator('#passkeys li')).toHaveCount(0)
})

test('a device keeps the passkey that was saved though the answer was lost @scripts', async ({
  page,
}) => {
  const forgotten = await atOwnPasskeys(page)
  await page.route(addAddress, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.locator('#passkey-create').click()
  await expect(page.locator('#passkeys li')).toHaveCount(1)
  expect(await forgotten()).toBe(0)
})

test('a device keeps the passkey while nobody can say whether it was saved @scripts', async ({
  page,
}) => {
  const forgotten = await atOwnPasskeys(page)
  await page.route('**/account/passkeys/submit/{add,list}', (route) => route.abort())
  const asked = page.waitForRequest('**/account/passkeys/submit/list')
  await page.locator('#passkey-create').click()
  await asked
  await expect(page.locator('#passkey-add [role=alert]')).toBeVisible()
  expect(await forgotten()).toBe(0)
})

/** Counts the prompts that open by themselves. */
async function watchPrompts(page: Page) {
  await page.addInitScript(() => {
    const seen = { prompts: 0 }
    Object.assign(window, { seen })
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      if (options?.mediation !== 'conditional') seen.prompts++
      return get(options)
    }
  })
  type Seen = { readonly prompts: number }
  return () => page.evaluate(() => (window as unknown as { readonly seen: Seen }).seen.prompts)
}

test('no prompt opens without a click: not at the second step, after a reload or by Back @scripts', async ({
  page,
  application,
}) => {
  const { answer } = await withAuthenticator(page)
  await answer(false)
  const prompts = await watchPrompts(page)
  const user = await person()
  await withStore(server.databaseUrl, (store) => aStoredPasskey(store, user.id))
  await begin(page, { acr_values: acr.mandatory })
  await signIn(page, user)
  await expect(page.locator('#page-passkey')).toBeVisible()
  await scriptsBegun(page)
  expect(await prompts()).toBe(0)
  await page.reload()
  await scriptsBegun(page)
  expect(await prompts()).toBe(0)
  await page.goto(`${application.origin}/`)
  await page.goBack()
  await expect(page.locator('#page-passkey')).toBeVisible()
  await scriptsBegun(page)
  expect(await prompts()).toBe(0)
})

test('a page that waits long, or comes back from the browser’s cache, fetches a new challenge @scripts', async ({
  page,
}) => {
  const { answer } = await withAuthenticator(page)
  await answer(false)
  await page.clock.install()
  const fetched = challengesFetched(page)
  await begin(page)
  await expect.poll(fetched).toBe(1)
  await page.clock.fastForward(241_000)
  await expect.poll(fetched).toBe(2)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(fetched).toBe(3)
})

test('after Back, the button asks for the passkey again @scripts', async ({
  page,
  application,
}) => {
  const { answer } = await withPasskey(page, application)
  await answer(false)
  await begin(page)
  await scriptsBegun(page)
  await page.route('**/auth/passkey', (route) => route.fulfill({ status: 204 }))
  const button = page.locator('#passkey-use')
  await answer(true)
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await answer(false)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(button).not.toHaveAttribute('aria-disabled')
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
})

test('a page that was open for 40 minutes signs in by the email’s field @scripts', async ({
  page,
  application,
}) => {
  const { answer } = await withPasskey(page, application)
  await answer(false)
  await page.clock.install()
  const fetched = challengesFetched(page)
  await begin(page)
  await expect.poll(fetched).toBe(1)
  await answer(true)
  await page.clock.fastForward(2_400_000)
  expect((await answerAt(page, application)).code).toBeTruthy()
  expect(fetched()).toBe(2)
})

test('a page that Back leads to signs in by the email’s field @scripts', async ({
  page,
  application,
}) => {
  const { answer } = await withPasskey(page, application)
  await answer(false)
  const fetched = challengesFetched(page)
  await begin(page)
  await expect.poll(fetched).toBe(1)
  await page.goto(`${application.origin}/`)
  await answer(true)
  await page.goBack()
  expect((await answerAt(page, application)).code).toBeTruthy()
  expect(fetched()).toBe(2)
})

test('after a move, a browser that refuses the former domain is told so @scripts', async ({
  page,
}) => {
  const former = 'login.former.example'
  await withAuthenticator(page)
  const use = (passkeyRelyingPartyId: string) =>
    withStore(server.databaseUrl, (store) => store.settings.update({ passkeyRelyingPartyId }))
  await use(former)
  await begin(page)
  await scriptsBegun(page)
  await page.locator('#passkey-use').click()
  await expect(page.locator('#passkey-problem')).toHaveText(
    `Your passkey was made for ${former}. Sign in another way and make a new one.`,
  )
  await use('')
})

test('a passkey of a former domain is renewed in the account @scripts', async ({ page }) => {
  const former = 'login.former.example'
  const { answer } = await withAuthenticator(page)
  await answer(false)
  const user = await person()
  await offerNothing(user)
  await withStore(server.databaseUrl, (store) =>
    aStoredPasskey(store, user.id, { relyingPartyId: former }),
  )
  await page.goto(`${server.baseUrl}/account/passkeys`)
  await signIn(page, user)
  const row = page.locator('#passkeys li')
  await expect(row).toContainText(former)
  await scriptsBegun(page)
  await answer(true)
  await row.locator('summary', { hasText: 'Renew' }).click()
  const renewal = row.locator('form:has(button[id^=passkey-renew-])')
  await renewal.locator('input[name=password]').fill(user.password)
  await renewal.locator('button[type=submit]').click()
  await expect(row).toHaveCount(1)
  await expect(row).not.toContainText(former)
  const stored = await withStore(server.databaseUrl, (store) => store.passkeys.findOfUser(user.id))
  expect(stored).toMatchObject([{ relyingPartyId: 'localhost' }])
})

test('a change that a passkey confirms says that the session has ended @scripts', async ({
  page,
}) => {
  const { answer } = await withAuthenticator(page)
  await answer(false)
  const user = await person()
  await offerNothing(user)
  await page.goto(`${server.baseUrl}/account/change-password`)
  await signIn(page, user)
  await expect(page.locator('#newPassword')).toBeVisible()
  await withStore(server.databaseUrl, (store) => aStoredPasskey(store, user.id))
  await page.reload()
  await expect(page.locator('#confirm-without-passkey')).toBeVisible()
  await scriptsBegun(page)
  await page.locator('#newPassword').fill('Violet-harbour-42!')
  await page.locator('#newPasswordConfirmation').fill('Violet-harbour-42!')
  await page.context().clearCookies()
  await page.locator('#submit').click()
  await expect(page.locator('#content').getByRole('alert')).toContainText('You’ve been signed out')
  await expect(page.locator('#newPassword')).toHaveValue('Violet-harbour-42!')
})

test('the administrator switches passkeys on with the recommended set @scripts', async ({
  page,
}) => {
  const manager = await withStore(server.databaseUrl, async (store) => {
    await store.settings.update({ passkeysEnabled: false, passkeyOfferEnabled: false })
    const user = await aUser(store)
    await grantToUser(store, user, 'authserver:manage')
    return user
  })
  await page.goto(`${server.baseUrl}/admin/settings/sign-in`)
  await signIn(page, manager)
  await expect(page.locator('#recommended')).toBeVisible()
  await page.locator('#recommended').click()
  await expect(page.locator('#passkeysEnabled')).toBeChecked()
  await page.locator('#submit').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' }).first()).toBeVisible()
  const stored = await withStore(server.databaseUrl, (store) => store.settings.find())
  expect(stored).toMatchObject({ passkeysEnabled: true, passkeyOfferEnabled: true })
})
