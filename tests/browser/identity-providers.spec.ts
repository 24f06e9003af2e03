import { expect, type Page } from '@playwright/test'
import type { Store } from '#lib/persistence/store.ts'
import { aGroup, unique } from '#tests/support/people.ts'
import { aProvider, sealedSecret } from '#tests/support/providers.ts'
import { openSecondProvider } from '#tests/support/second-provider.ts'
import { expectNobodyLeftOut } from './accessible.ts'
import { changeEarly, unsaved } from './change-early.ts'
import { anAdministrator, aPerson, signInToConsole } from './console.ts'
import { longWord } from './page-states.ts'
import { scriptsBegun } from './scripts-begun.ts'
import { test } from './settings-server.ts'

test.describe.configure({ mode: 'serial' })

const list = '/admin/identity-providers'

/** A provider that answers for one alias. */
function aServer(baseURL: string | undefined, alias: string) {
  return openSecondProvider({ redirectUri: `${baseURL}/auth/provider/${alias}/callback` })
}

const alias = () =>
  unique('p')
    .slice(-16)
    .replaceAll(/[^a-z0-9]/g, 'p')
    .replace(/^\d/, 'p')

const notice = (page: Page) => page.locator('#link-result')

test('a provider is added, checked, tried and turned on', async ({ page, store, baseURL }, {
  project,
}) => {
  test.slow()
  const hasScripts = project.name === 'with scripts'
  const name = alias()
  const second = await aServer(baseURL, name)
  await signInToConsole(page, await anAdministrator(store, 'manage'), `${list}/new?preset=oidc`)
  await page.locator('#displayName').fill(`Partner ${name}`)
  await page.locator('#alias').fill(name)
  await page.locator('#issuer').fill(`${second.issuer}/`)
  await page.locator('#clientId').fill(second.clientId)
  await page.locator('#clientSecret').fill(second.clientSecret)
  await page.locator('#submit').click()
  // The issuer has a slash too many: the page offers the right one.
  await expect(page.locator('#issuer-error')).toBeVisible()
  if (!hasScripts) await page.locator('#clientSecret').fill(second.clientSecret)
  await page.locator('button[name=useIssuer]').click()
  await page.waitForURL(/\/connection/)
  await expect(page.locator('#redirect-uri')).toHaveText(
    `${baseURL}/auth/provider/${name}/callback`,
  )
  if (hasScripts) await expectNobodyLeftOut(page)
  await page.locator('#check-connection').click()
  await expect(page.locator('#checks [data-result=failed]')).toHaveCount(0)
  await expect(page.locator('#checks [data-check=credentials][data-result=ok]')).toBeVisible()

  const sub = unique('tried')
  second.person = {
    sub,
    email: `${sub}@second.example`,
    email_verified: true,
    family_name: longWord,
  }
  await page.locator('#try-sign-in').click()
  await expect(page.locator('#page-provider-trial')).toBeVisible()
  await expect(page.locator('#trial-identity')).toContainText(sub)
  if (hasScripts) await expectNobodyLeftOut(page)
  expect(await store.users.findByEmail(`${sub}@second.example`)).toBeNull()
  await page.locator('#trial-back').click()

  const provider = await store.identityProviders.findByAlias(name)
  const toggle = page.getByRole('switch')
  await expect(toggle).toHaveAttribute('aria-checked', 'false')
  await toggle.click()
  await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'true')
  expect((await store.identityProviders.findById(provider?.id ?? 0))?.enabled).toBe(true)
  await second.close()
})

test('a provider that does not answer is saved, and the page says so until a save that it answers', async ({
  page,
  store,
  baseURL,
}, { project }) => {
  const name = alias()
  const second = await aServer(baseURL, name)
  const away = await aServer(baseURL, name)
  await away.close()
  await signInToConsole(page, await anAdministrator(store, 'manage'), `${list}/new?preset=oidc`)
  await page.locator('#displayName').fill(`Partner ${name}`)
  await page.locator('#alias').fill(name)
  await page.locator('#issuer').fill(away.issuer)
  await page.locator('#clientId').fill(away.clientId)
  await page.locator('#clientSecret').fill(away.clientSecret)
  await page.locator('#submit').click()
  const warning = page.locator('#metadata-notice')
  await expect(warning).toContainText(`Saved, but ${away.issuer} doesn’t answer.`)
  if (project.name === 'with scripts') await expectNobodyLeftOut(page)
  await scriptsBegun(page)

  await page.locator('#issuer').fill(second.issuer)
  await page.locator('#submit').click()
  await expect(warning).toHaveCount(0)
  expect(await store.identityProviders.findByAlias(name)).toMatchObject({ issuer: second.issuer })

  await page.locator('#issuer').fill(away.issuer)
  await page.locator('#submit').click()
  await expect(warning).toBeVisible()
  await second.close()
})

test('an answer picked before scripts begin counts as unsaved, and is saved @scripts', async ({
  page,
  store,
}) => {
  const { id, linking } = await aProvider(store, { enabled: false, position: 800 })
  expect(linking).toBe('ask')
  const path = `${list}/${id}/accounts`
  await signInToConsole(page, await anAdministrator(store, 'manage'), path)
  await changeEarly(page, path, () => page.locator('#linking-trusted').check())
  await expect(unsaved(page)).toHaveText('1 unsaved change')
  await page.locator('#submit').click()
  await expect
    .poll(async () => (await store.identityProviders.findById(id))?.linking)
    .toBe('trusted')
})

test('who gets in is set on pages of their own, and the order in the menu', async ({
  page,
  store,
}) => {
  const first = await aProvider(store, { position: 900 })
  const last = await aProvider(store, { position: 901 })
  await signInToConsole(page, await anAdministrator(store, 'manage'), `${list}/${last.id}/accounts`)
  await page.locator('#createUsers-domains').check()
  await page.locator('#linking-trusted').check()
  await page.locator('#submit').click()
  await expect
    .poll(async () => (await store.identityProviders.findById(last.id))?.linking)
    .toBe('trusted')
  await page.goto(`${list}/${last.id}/domains`)
  await page.locator('#domains textarea').fill(`${last.alias}.example`)
  await page.locator('#submit').click()
  await expect
    .poll(async () => (await store.identityProviders.domains()).map(({ domain }) => domain))
    .toContain(`${last.alias}.example`)
  await page.goto(list)
  await page.locator(`[data-provider="${last.alias}"] button[popovertarget]`).click()
  await page.locator(`#provider-${last.id}-up`).click()
  await expect
    .poll(async () => {
      const ids = (await store.identityProviders.list()).map(({ id }) => id)
      return ids.indexOf(last.id) < ids.indexOf(first.id)
    })
    .toBe(true)
  await expect(page.locator('#undo')).toBeVisible()
  for (const odd of ['', '-1', '1.5', '9999']) {
    const answer = await page.request.post(`${list}/submit/move/${last.id}`, {
      form: { order: `${last.id} ${first.id}`, to: odd },
      headers: { origin: new URL(page.url()).origin },
    })
    expect(answer.status(), odd).toBe(400)
  }
})

const places = async (store: Store, ...ids: readonly number[]) => {
  const all = (await store.identityProviders.list()).map(({ id }) => id)
  return ids
    .map((id) => all.indexOf(id))
    .toSorted((one, two) => one - two)
    .map((at) => all[at])
}

/** Takes the row of one provider to the row of another, and drops it there. */
async function dragTo(page: Page, from: string, to: string): Promise<void> {
  const start = await page.locator(`[data-provider="${from}"] [data-drag]`).boundingBox()
  const end = await page.locator(`[data-provider="${to}"]`).boundingBox()
  if (!start || !end) throw new Error('A row is missing.')
  const x = start.x + start.width / 2
  await page.mouse.move(x, start.y + start.height / 2)
  await page.mouse.down()
  const beyond = end.y < start.y - start.height ? -2 : 2
  await page.mouse.move(x, end.y + end.height / 2 + beyond, { steps: 5 })
  await page.mouse.up()
}

test('a row is dragged to its place by one request, which can be taken back @scripts', async ({
  page,
  store,
}) => {
  const [a, b, c] = [
    await aProvider(store, { position: 910, displayName: 'First of three' }),
    await aProvider(store, { position: 911, displayName: 'Second of three' }),
    await aProvider(store, { position: 912, displayName: 'Third of three' }),
  ]
  await signInToConsole(page, await anAdministrator(store, 'manage'), list)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/submit/move/')) sent++
  })
  await dragTo(page, a.alias, c.alias)
  await expect(page.getByRole('status')).toContainText('First of three is number')
  expect(await places(store, a.id, b.id, c.id)).toEqual([b.id, c.id, a.id])
  expect(sent).toBe(1)
  await expect(page.locator('#providers li').last()).toContainText('First of three')
  await expect(page.locator('[data-dragged]')).toHaveCount(0)
  await page.locator('#undo').click()
  await expect(page.locator('#providers li').last()).toContainText('Third of three')
  expect(await places(store, a.id, b.id, c.id)).toEqual([a.id, b.id, c.id])
  await expectNobodyLeftOut(page)

  // Dropped where it was, nothing is sent.
  await dragTo(page, b.alias, b.alias)
  expect(sent).toBe(2)

  const order = (await store.identityProviders.list()).map(({ id }) => id)
  await store.identityProviders.change(a.id, { position: order.length + 10 })
  await dragTo(page, c.alias, b.alias)
  const refusal = page.locator(`[data-provider="${c.alias}"]`).getByRole('alert')
  await expect(refusal).toContainText('Someone else changed the order.')
  await expect(page.locator('#providers li').last()).toContainText('First of three')
  await expect(page.locator(`[data-provider="${c.alias}"]`)).not.toHaveAttribute(
    'style',
    /translate/,
  )
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a finger takes a row to another place instead of scrolling @scripts', async ({
    page,
    store,
  }) => {
    await aProvider(store, { position: 1999 })
    const last = await aProvider(store, { position: 2000, displayName: 'By finger' })
    await signInToConsole(page, await anAdministrator(store, 'manage'), list)
    const handle = page.locator(`[data-provider="${last.alias}"] [data-drag]`)
    await handle.scrollIntoViewIfNeeded()
    const start = await handle.boundingBox()
    const above = await page.locator('#providers li').nth(-2).boundingBox()
    if (!start || !above) throw new Error('A row is missing.')
    const touch = await page.context().newCDPSession(page)
    const at = (y: number) => [{ x: start.x + start.width / 2, y }]
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : at(y) })
    await send('touchStart', start.y + start.height / 2)
    for (const y of [start.y - 10, start.y - 30, above.y + 5]) await send('touchMove', y)
    await send('touchEnd')
    await expect(page.getByRole('status')).toContainText('By finger is number')
    const ids = (await store.identityProviders.list()).map(({ id }) => id)
    expect(ids.indexOf(last.id)).toBe(ids.length - 2)
  })
})

test('profile and groups are mapped on a page of their own, which says when groups were missing', async ({
  page,
  store,
}, { project }) => {
  const provider = await aProvider(store)
  const group = await aGroup(store)
  await store.identityProviders.noteMissingGroups(provider.id, { at: new Date(), why: 'too_many' })
  const claim = `https://firma.example/${'a-long-claim-'.repeat(9)}`
  const address = `${list}/${provider.id}/mapping`
  await signInToConsole(page, await anAdministrator(store, 'manage'), address)
  await expect(page.locator('#groups-missing')).toContainText('1 sign-in without groups')
  await expect(page.locator('#givenName')).toHaveValue('given_name')
  await page.locator('#nickname').fill(claim)
  await page.locator('#syncProfile-always').check()
  await page.locator('#groupsClaim').fill('roles')
  await page.locator('#groups').fill('a=b\n7d2f = no-such-group')
  await scriptsBegun(page)
  await page.locator('#submit').click()
  const problem = page.locator('#groups-error')
  await expect(problem).toContainText('no group b')
  await page.locator('#groups').fill(`team=red = ${group.groupIdentifier}`)
  await page.locator('#submit').click()
  await expect
    .poll(() => store.providerGroups.groupsOf(provider.id))
    .toEqual([{ value: 'team=red', groupId: group.id }])
  await page.goto(address)
  await expect(page.locator('#groups-missing')).toHaveCount(0)
  await expect(page.locator('#groups')).toHaveValue(`team=red = ${group.groupIdentifier}`)
  await expect(page.locator('#nickname')).toHaveValue(claim)
  if (project.name === 'with scripts') await expectNobodyLeftOut(page)
})

test('deleting says who loses the only way in, and asks for the alias', async ({ page, store }) => {
  const provider = await aProvider(store)
  const user = await aPerson(store)
  await store.users.change(user.id, { passwordHash: '' })
  const { id: providerId } = provider
  const link = { createdAt: new Date(), userId: user.id, providerId, issuer: 'x', subject: 'y' }
  await store.userIdentities.insert(link)
  await signInToConsole(
    page,
    await anAdministrator(store, 'manage'),
    `${list}/${providerId}/delete`,
  )
  await page.locator('#open-delete').click()
  await expect(page.locator('#summary')).toContainText('1 person has no other way')
  await page.locator('#identifier').fill(provider.alias)
  await page.locator('dialog #submit').click()
  await page.waitForURL((url) => url.pathname === list)
  expect(await store.identityProviders.findById(providerId)).toBeNull()
})

test('others than owners read only', async ({ page, store }) => {
  const provider = await aProvider(store)
  await signInToConsole(page, await anAdministrator(store, 'manage-settings'), list)
  await expect(page.locator('#read-only')).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
  await page.goto(`${list}/${provider.id}/connection`)
  await expect(page.locator('#read-only')).toBeVisible()
  await expect(page.locator('#clientSecret')).toHaveCount(0)
})

test('a person connects an account elsewhere, and disconnects it', async ({
  page,
  store,
  baseURL,
}, { project }) => {
  test.slow()
  await store.settings.update({ identityProvidersEnabled: true })
  const name = alias()
  const second = await aServer(baseURL, name)
  await aProvider(store, {
    alias: name,
    displayName: `Partner ${name}`,
    issuer: second.issuer,
    clientId: second.clientId,
    clientSecretEncrypted: sealedSecret(name, second.clientSecret),
    shownOnSignIn: false,
  })
  const person = await aPerson(store)
  const sub = unique('mine')
  second.person = { sub, email: `${sub}@second.example`, email_verified: true }
  await signInToConsole(page, person, '/account/security')
  await page.locator(`#linked-accounts [data-provider="${name}"] a`).click()
  const row = page.locator(`[data-provider="${name}"]`)
  await row.locator('summary').click()
  if (project.name === 'with scripts') await expectNobodyLeftOut(page)
  await page.locator(`#connect-${name}-password`).fill(person.password)
  await page.locator(`#connect-${name}`).click()
  await expect(notice(page)).toBeVisible()
  await expect(row).toContainText(`${sub}@second.example`)
  expect(await store.userIdentities.findOfUser(person.id)).toHaveLength(1)
  await row.locator('summary').click()
  await page.locator(`#disconnect-${name}-password`).fill(person.password)
  await page.locator(`#disconnect-${name}`).click()
  await expect(row).toContainText('Not connected')
  expect(await store.userIdentities.findOfUser(person.id)).toEqual([])
  await second.close()
})
