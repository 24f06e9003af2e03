import { describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { type Client, fixture } from './fixture.ts'

const { store, ask } = await fixture()

describe('200', () => {
  test('lists every client by identifier, each with its lists', async () => {
    await aClient(store, { clientIdentifier: 'zeta', redirectUris: [], webOrigins: [] })
    await aClient(store, { clientIdentifier: 'beta', webOrigins: ['https://b.example'] })
    const { status, headers, body } = await ask<{ clients: Client[] }>('GET', '/clients')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const identifiers = body.clients.map((client) => client.clientIdentifier)
    expect(identifiers).toContain('admin-console-client')
    expect(identifiers.filter((name) => name === 'beta' || name === 'zeta')).toEqual([
      'beta',
      'zeta',
    ])
    const [beta, zeta] = ['beta', 'zeta'].map((name) =>
      body.clients.find((client) => client.clientIdentifier === name),
    )
    expect(beta?.redirectURIs).toHaveLength(1)
    expect(beta?.webOrigins?.map((row) => row.origin)).toEqual(['https://b.example'])
    expect([zeta?.redirectURIs, zeta?.webOrigins]).toEqual([[], null])
  })

  test('shows no secret', async () => {
    const { body } = await ask('GET', '/clients')
    expect(JSON.stringify(body)).not.toMatch(/secret/i)
  })
})
