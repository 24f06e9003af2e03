import { describe, expect, test } from 'vitest'
import { pkcePair, redeem, responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin, credentials, interactionOf, reasonOf } from './fixture.ts'

/* Some browsers do not follow the redirect to an app's own address. The page then offers the answer once more. */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store)

async function answered(request = {}) {
  const user = await aUser(store)
  const person = visitor(app)
  const { verifier, challenge } = pkcePair()
  const page = await begin(person, client, { code_challenge: challenge, state: 's', ...request })
  const last = await person.submit(credentials(user))
  const code = responseOf(last)?.code ?? ''
  const again = `/auth/issue?ceremony=${interactionOf(page)}&again=1`
  return { person, user, code, verifier, again, page }
}

describe('the answer that a browser did not follow', () => {
  test('is repeated once, with the same code', async () => {
    const { person, code, verifier, again } = await answered()
    expect(responseOf(await person.visit(again))).toEqual({ code, state: 's' })
    const token = await redeem(app, client, { code, verifier })
    expect(token.status).toBe(200)
  })

  test.each(['redeemed', 'repeated', 'late'])('starts again once the code is %s', async (how) => {
    const { person, code, verifier, again } = await answered()
    if (how === 'redeemed') await redeem(app, client, { code, verifier })
    if (how === 'repeated') await person.visit(again)
    if (how === 'late') app.clock.advance(61)
    const fresh = responseOf(await person.visit(again))
    // The browser is signed on, so the same request is answered again.
    expect(fresh).toMatchObject({ state: 's', code: expect.any(String) })
    expect(fresh?.code).not.toBe(code)
  })

  test('is not told to another browser', async () => {
    const { again } = await answered()
    const stranger = visitor(app)
    await begin(stranger, client)
    expect(reasonOf(await stranger.visit(again))).toBe('ceremony_mismatch')
  })

  test('is not repeated for a visit that does not ask for it', async () => {
    const { person, page } = await answered()
    expect(reasonOf(await person.visit(page.url))).toBe('finished')
  })

  test('is not sent to a client that was disabled meanwhile', async () => {
    const own = await aClient(store)
    const user = await aUser(store)
    const person = visitor(app)
    const page = await begin(person, own)
    await person.submit(credentials(user))
    await store.clients.update(own.id, { enabled: false })
    const again = `/auth/issue?ceremony=${interactionOf(page)}&again=1`
    expect(reasonOf(await person.visit(again))).toBe('client_disabled')
  })
})
