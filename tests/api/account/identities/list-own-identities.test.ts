import { describe, expect, test } from 'vitest'
import { aProvider } from '#tests/support/providers.ts'
import { fixture } from './fixture.ts'

const { app, store, person, connected } = await fixture()

interface Listed {
  readonly identities: readonly Record<string, unknown>[]
  readonly providers: readonly { readonly alias: string }[]
}

describe('200', () => {
  test('what is connected, without the subject there', async () => {
    const { one, provider } = await connected()
    const { body } = await one.ask<Listed>('GET', '/identities')
    expect(body.identities).toEqual([
      expect.objectContaining({
        provider: provider.alias,
        providerName: 'Example ID',
        email: 'me@there.example',
        usable: true,
      }),
    ])
    expect(JSON.stringify(body)).not.toContain('there-')
    expect(body.providers.map(({ alias }) => alias)).not.toContain(provider.alias)
  })

  test('what can be connected: providers that are on and connect accounts', async () => {
    const one = await person()
    const on = await aProvider(store)
    const off = await aProvider(store, { enabled: false })
    const refusing = await aProvider(store, { linking: 'off' })
    const { body } = await one.ask<Listed>('GET', '/identities')
    const offered = body.providers.map(({ alias }) => alias)
    expect(offered).toContain(on.alias)
    expect(offered).not.toContain(off.alias)
    expect(offered).not.toContain(refusing.alias)
  })

  test('with the feature off, only what is connected', async () => {
    const { one } = await connected()
    await app.changeSettings({ identityProvidersEnabled: false })
    const { body } = await one.ask<Listed>('GET', '/identities')
    expect(body.identities).toMatchObject([{ usable: false }])
    expect(body.providers).toEqual([])
    await app.changeSettings({ identityProvidersEnabled: true })
  })
})
