import { expect, test } from 'vitest'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { anInteraction } from '#tests/support/interactions.ts'
import { unique } from '#tests/support/people.ts'
import { getLogout, logoutServer } from './fixture.ts'

const { app, fixture, sessionExists } = await logoutServer()
const { store } = app

test('a confirmed hint drops the sign-ins in progress of its browser, and of no other', async () => {
  const signedIn = await fixture()
  const [own, other] = [unique('own'), unique('other')]
  await anInteraction(store, signedIn.client, {
    interactionIdentifier: own,
    browserHash: sha256Hex('a-browser'),
  })
  await anInteraction(store, signedIn.client, {
    interactionIdentifier: other,
    browserHash: sha256Hex('another-browser'),
  })
  await getLogout(app, { id_token_hint: await signedIn.hint() }, signedIn.session)
  expect(await sessionExists(signedIn)).toBe(false)
  expect(await store.interactions.findByIdentifier(own)).toBeNull()
  expect(await store.interactions.findByIdentifier(other)).not.toBeNull()
})
