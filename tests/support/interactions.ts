import { randomToken } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { InteractionRecord, NewInteraction, Store } from '#lib/persistence/store.ts'
import type { TestClient } from './people.ts'
import { testStart } from './settings.ts'

/** An interaction that began at `testStart` and expires an hour later. */
export function anInteraction(
  store: Store,
  client: Pick<TestClient, 'id' | 'redirectUri'>,
  overrides: Partial<NewInteraction> = {},
): Promise<InteractionRecord> {
  return store.interactions.insert({
    createdAt: testStart,
    expiresAt: addSeconds(testStart, 3_600),
    interactionIdentifier: randomToken(),
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
