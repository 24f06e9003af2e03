import { addSeconds } from '#lib/kernel/clock.ts'
import { randomToken } from '#lib/kernel/random.ts'
import type { CeremonyRecord, NewCeremony, Store } from '#lib/persistence/store.ts'
import type { TestClient } from './people.ts'
import { testStart } from './settings.ts'

/** A sign-in in progress, which began at `testStart` and may take an hour. */
export function aCeremony(
  store: Store,
  client: Pick<TestClient, 'id' | 'redirectUri'>,
  overrides: Partial<NewCeremony> = {},
): Promise<CeremonyRecord> {
  return store.ceremonies.insert({
    createdAt: testStart,
    expiresAt: addSeconds(testStart, 3_600),
    ceremonyIdentifier: randomToken(),
    browserHash: randomToken(),
    clientId: client.id,
    redirectUri: client.redirectUri,
    responseType: 'code',
    responseMode: 'query',
    scope: 'openid',
    state: '',
    nonce: '',
    prompt: '',
    targetAcr: 'urn:authserver:level1',
    hintSubject: '',
    uiLocales: '',
    loginHint: '',
    ipAddress: '',
    userAgent: '',
    ...overrides,
  })
}
