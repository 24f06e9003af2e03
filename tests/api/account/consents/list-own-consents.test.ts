import { describe, expect, test } from 'vitest'
import { aSession, aStoredGrant } from '#tests/support/granted.ts'
import { aClient, aResource, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'
import { fixture } from '../fixture.ts'

const { store, person } = await fixture()
const png = new Uint8Array([1, 2, 3])

interface Consents {
  readonly consents: readonly { readonly application: { readonly logoUrl?: string } }[]
}

describe('200', () => {
  test('what one approved, the oldest first, and nobody else’s', async () => {
    const { user, token, ask } = await person()
    const client = await aClient(store, { description: 'A calendar' })
    const { id } = await store.consents.save(user.id, client.id, 'openid email', testStart)
    await store.consents.save((await aUser(store)).id, client.id, 'openid', testStart)
    const { body } = await ask<{ consents: unknown[] }>('GET', '/consents')
    expect(body.consents).toMatchObject([
      { clientIdentifier: token.client.clientIdentifier },
      {
        id,
        clientId: client.id,
        userId: user.id,
        scope: 'openid email',
        grantedAt: testStart.toISOString(),
        clientIdentifier: client.clientIdentifier,
        clientDescription: 'A calendar',
      },
    ])
  })

  test('the app as people see it, what it may do, and when it was last used', async () => {
    const { user, ask } = await person()
    const hidden = await aClient(store, { displayName: 'Never shown', showDisplayName: false })
    const shown = await aClient(store, { displayName: 'Invoices', showDisplayName: true })
    const claimed = await aClient(store, { description: 'Route helper', createdViaDcr: true })
    await aResource(store, 'billing', ['read', 'write'])
    for (const client of [hidden, shown, claimed]) {
      await store.consents.save(user.id, client.id, 'openid billing:read gone:gone', testStart)
    }
    const session = await aSession(store, user, [shown])
    const { sessionIdentifier } = session
    const grant = await aStoredGrant(store, user, shown, { sessionIdentifier })
    const { body } = await ask<Consents>('GET', '/consents')
    const [, first, second, third] = body.consents
    const permissions = [
      { scope: 'billing:read', description: expect.any(String) },
      { scope: 'gone:gone', description: '' },
    ]
    const name = hidden.clientIdentifier
    expect(first).toMatchObject({ application: { name, unverified: false }, permissions })
    expect(first).not.toHaveProperty('lastUsedAt')
    const lastUsedAt = grant.refreshToken.issuedAt.toISOString()
    expect(second).toMatchObject({ application: { name: 'Invoices' }, lastUsedAt })
    expect(third).toMatchObject({ application: { name: 'Route helper', unverified: true } })
    expect(second?.application).not.toHaveProperty('logoUrl')
    await store.images.saveLogo(shown.id, { image: png, contentType: 'image/png', etag: 'a' })
    const withoutFlag = (await ask<Consents>('GET', '/consents')).body.consents[2]
    expect(withoutFlag?.application).not.toHaveProperty('logoUrl')
    await store.clients.update(shown.id, { showLogo: true })
    const withFlag = (await ask<Consents>('GET', '/consents')).body.consents[2]
    expect(withFlag?.application.logoUrl).toContain(encodeURIComponent(shown.clientIdentifier))
  })
})
