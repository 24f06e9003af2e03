import { describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { viewOf } from '#tests/support/views.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin, interactionOf, reasonOf } from './fixture.ts'

const app = await server()
const client = await aClient(app.store)

const pages = ['/auth/pwd', '/auth/otp', '/auth/consent']
const hops = ['level1', 'level1completed', 'level2', 'completed', 'issue'].map((p) => `/auth/${p}`)

/** Requests an address with a browser's cookies; redirects are not followed. */
async function ask(address: string | URL, cookies: ReadonlyMap<string, string> = new Map()) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await app.fetch(String(address), { headers: { cookie } })
  return [response.status, response.headers.get('location')]
}

const toAccount = [302, `${baseUrl}/account/profile`]

describe.each([...pages, ...hops])('%s leads to the own account', (path) => {
  test('without an interaction', async () => {
    const person = visitor(app)
    await begin(person, client)
    for (const query of ['', '?ceremony=']) {
      expect(await ask(path + query)).toEqual(toAccount)
      expect(await ask(path + query, person.cookies)).toEqual(toAccount)
    }
  })

  test('without the cookie, for an interaction that is unknown or over', async () => {
    const person = visitor(app)
    const page = await begin(person, client)
    app.clock.advance(3_600)
    for (const interaction of ['unknown', interactionOf(page)]) {
      expect(await ask(`${path}?ceremony=${interaction}`)).toEqual(toAccount)
    }
  })
})

describe('a browser that keeps no cookies', () => {
  test('is told so by the page of the sign-in that it began: no address leads on', async () => {
    const person = visitor(app)
    let address: string | null = '/console/sign-in?to=/account/profile'
    let answer = null
    for (let redirects = 0; address !== null && redirects < 5; redirects++) {
      answer = await app.fetch(address)
      address = answer.headers.get('location')
      person.cookies.clear()
    }
    expect([answer?.status, address]).toEqual([400, null])
    expect(answer && viewOf(answer)).toMatchObject({
      page: 'error',
      reason: 'cookies_blocked',
      ways: [{ to: 'try_again_here' }],
    })
  })

  test('is told so when it sends a form, and the audit log has it', async () => {
    const asking = await aClient(app.store)
    const person = visitor(app)
    const page = await begin(person, asking)
    person.cookies.clear()
    const answer = await person.post('/auth/pwd', { ceremonyId: interactionOf(page) })
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'cookies_blocked'])
    const about = { clientId: asking.clientIdentifier }
    expect(await entriesOf(app, 'auth_ceremony_mismatch', about)).toHaveLength(1)
  })
})
