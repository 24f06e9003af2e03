import { expect, test } from 'vitest'
import { sha256Hex } from '#lib/kernel/hash.ts'
import { aCeremony } from '#tests/support/ceremonies.ts'
import { unique } from '#tests/support/people.ts'
import { getLogout, logoutServer } from './scene.ts'

const { app, scene, sessionExists } = await logoutServer()
const { store } = app

test('a confirmed hint drops the sign-ins in progress of its browser, and of no other', async () => {
  const signedIn = await scene()
  const [own, other] = [unique('own'), unique('other')]
  await aCeremony(store, signedIn.client, {
    ceremonyIdentifier: own,
    browserHash: sha256Hex('a-browser'),
  })
  await aCeremony(store, signedIn.client, {
    ceremonyIdentifier: other,
    browserHash: sha256Hex('another-browser'),
  })
  await getLogout(app, { id_token_hint: await signedIn.hint() }, signedIn.session)
  expect(await sessionExists(signedIn)).toBe(false)
  expect(await store.ceremonies.findByIdentifier(own)).toBeNull()
  expect(await store.ceremonies.findByIdentifier(other)).not.toBeNull()
})
