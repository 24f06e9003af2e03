import type { Store } from '#lib/persistence/store.ts'
import { aPublicClient, type TestClient } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

let count = 0

/** A client that came by itself, as if at the given moment. */
export async function aSelfRegisteredClient(
  store: Store,
  {
    kind = 'dynamic',
    approval = 'approved',
    createdAt = testStart,
    ...more
  }: {
    readonly kind?: 'dynamic' | 'metadata_document'
    readonly approval?: 'approved' | 'pending' | 'refused'
    readonly createdAt?: Date
    readonly everConsented?: boolean
    readonly decidedAt?: Date
    readonly host?: string
    readonly lastFailure?: string
  } = {},
): Promise<TestClient> {
  const { host = 'app.example', ...columns } = more
  const identifier =
    kind === 'dynamic' ? `dcr_${crypto.randomUUID()}` : `https://${host}/client-${++count}`
  const client = await aPublicClient(store, {
    clientIdentifier: identifier,
    createdViaDcr: true,
    consentRequired: true,
    enabled: approval === 'approved',
  })
  await store.clientRegistrations.insert({
    createdAt,
    clientId: client.id,
    kind,
    approval,
    ...(kind === 'dynamic' ? {} : { document: '{"client_name":"A"}', fetchedAt: createdAt }),
    ...columns,
  })
  return client
}
