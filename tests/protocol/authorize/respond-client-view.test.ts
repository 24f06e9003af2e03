import { beforeAll, expect, test } from 'vitest'
import { clientView } from '#lib/protocol/authorize/client-view.ts'
import { type TestContext, testContext } from '#tests/support/context.ts'
import { aClient } from '#tests/support/people.ts'

let context: TestContext

beforeAll(async () => {
  context = await testContext()
})

const shown = {
  showLogo: true,
  showDisplayName: true,
  showDescription: true,
  showWebsiteUrl: true,
}
const texts = {
  displayName: 'Billing',
  description: 'Pays the bills',
  websiteUrl: 'https://billing.example/',
}

test('a client shows nothing but its identifier unless its flags allow more', async () => {
  const client = await aClient(context.store, texts)
  expect(await clientView(context.ctx, client)).toEqual({
    name: client.clientIdentifier,
    unverified: false,
  })
})

test('a client shows what its flags allow, and a logo only when it has one', async () => {
  const client = await aClient(context.store, { ...texts, ...shown })
  const view = {
    name: 'Billing',
    description: 'Pays the bills',
    websiteUrl: 'https://billing.example/',
    unverified: false,
  }
  expect(await clientView(context.ctx, client)).toEqual(view)
  const withLogo = await aClient(context.store, { ...texts, ...shown })
  const logo = { contentType: 'image/png', image: new Uint8Array([1]), etag: 'x' }
  await context.store.images.saveLogo(withLogo.id, logo)
  expect(await clientView(context.ctx, withLogo)).toEqual({
    ...view,
    logoUrl: `http://localhost:3000/client/logo/${withLogo.clientIdentifier}`,
  })
})

test('an empty display name gives way to the identifier', async () => {
  const client = await aClient(context.store, shown)
  expect(await clientView(context.ctx, client)).toMatchObject({ name: client.clientIdentifier })
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', 'billing.example'])(
  '%s is no link',
  async (websiteUrl) => {
    const client = await aClient(context.store, { ...shown, websiteUrl })
    expect(await clientView(context.ctx, client)).not.toHaveProperty('websiteUrl')
  },
)

test('a self-registered client is unverified, and goes by the name it claims only where asked', async () => {
  const client = await aClient(context.store, { createdViaDcr: true, description: 'Trusty Bank' })
  expect(await clientView(context.ctx, client)).toEqual({
    name: client.clientIdentifier,
    unverified: true,
  })
  expect(await clientView(context.ctx, client, { claimedName: true })).toEqual({
    name: 'Trusty Bank',
    unverified: true,
  })
})

test.each([
  ['marks that turn its letters round', '\u202eknaB ytsurT\u202c', 'knaB ytsurT'],
  ['marks within a word of a script that needs them', 'می\u200cخواهم', 'می\u200cخواهم'],
])('a claimed name with %s is shown in the order of its letters', async (_, description, name) => {
  const client = await aClient(context.store, { createdViaDcr: true, description })
  expect(await clientView(context.ctx, client, { claimedName: true })).toMatchObject({ name })
})

test.each(['   ', '\u200b', ' \u2060\u202e '])(
  'a claimed name of which nothing can be seen gives way to the identifier: %j',
  async (description) => {
    const client = await aClient(context.store, { createdViaDcr: true, description })
    const view = await clientView(context.ctx, client, { claimedName: true })
    expect(view).toMatchObject({ name: client.clientIdentifier })
  },
)

test('the console’s client goes by the name of the installation, or by one given to it', async () => {
  const seeded = await context.store.clients.findByIdentifier('admin-console-client')
  if (!seeded) throw new Error('The console has no client.')
  const nameOf = async (displayName: string, appName: string) => {
    const ctx = { ...context.ctx, settings: { ...context.ctx.settings, appName } }
    return (await clientView(ctx, { ...seeded, displayName })).name
  }
  expect(await nameOf(seeded.displayName, 'Acme ID')).toBe('Acme ID')
  expect(await nameOf(seeded.displayName, '')).toBe('Admin console')
  expect(await nameOf('Acme account', 'Acme ID')).toBe('Acme account')
})

test('another client of that name keeps it', async () => {
  const client = await aClient(context.store, { ...shown, displayName: 'Admin console' })
  expect(await clientView(context.ctx, client)).toMatchObject({ name: 'Admin console' })
})
