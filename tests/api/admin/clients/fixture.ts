import type { z } from 'zod'
import type { client as clientModel } from '#lib/api/contract/models/clients.ts'
import { grantToClient, type TestClient } from '#tests/support/people.ts'
import { fixture as commonFixture } from '../fixture.ts'

export type Client = z.output<typeof clientModel>

/** The server, its callers and the helpers that tests of clients share. */
export async function fixture() {
  const common = await commonFixture('manage-clients')
  const { store, ask } = common
  return {
    ...common,
    ask: <T = { client: Client }>(method: string, path: string, body?: unknown) =>
      ask<T>(method, path, body),
    console: async () => {
      const found = await store.clients.findByIdentifier('admin-console-client')
      if (!found) throw new Error('The console has no client.')
      return found
    },
    /** Makes a client an administrator by a permission of its own. */
    promote: (client: TestClient) => grantToClient(store, client, 'authserver:admin-read'),
  }
}
