import { requestToken } from '#tests/support/oauth.ts'
import { aClient, aUser, grantToClient } from '#tests/support/people.ts'
import { type RemoteServer, withStore } from '#tests/support/remote.ts'
import type { Fleet } from './fleet.ts'
import type { Fixture } from './load.ts'

/** Creates users and a client with all permissions in a fleet's database. */
export function makeFixture(fleet: Fleet, people: number): Promise<Fixture> {
  return withStore(fleet.cluster.url, async (store) => {
    const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })
    await grantToClient(store, client, 'authserver:manage')
    return {
      baseUrl: fleet.balancer.baseUrl,
      servers: fleet.servers.length,
      client,
      people: await Promise.all(Array.from({ length: people }, () => aUser(store))),
    }
  })
}

export interface AdminAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Calls the Admin API with a fresh token of the fixture's client. */
export async function administer(
  { client }: Fixture,
  server: RemoteServer,
  method: string,
  path: string,
  body?: object,
): Promise<AdminAnswer> {
  const fields = { grant_type: 'client_credentials', scope: 'authserver:manage' }
  const token = await requestToken(server, client, fields)
  const response = await server.fetch(`/api/v1/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${token.body.access_token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

export async function rotateKeys(fixture: Fixture, server: RemoteServer): Promise<void> {
  const { status, body } = await administer(fixture, server, 'POST', '/settings/keys/rotate')
  if (status !== 200) throw new Error(`The keys were not rotated: ${JSON.stringify(body)}`)
}
