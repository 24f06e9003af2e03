import { describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin, reasonOf } from './fixture.ts'

describe.each(['true', 'false'])('with RATE_LIMITER_ENABLED=%s', (RATE_LIMITER_ENABLED) => {
  test('an address fills the audit log with thirty lost sign-ins an hour, however many it begins', async () => {
    const app = await server({ env: { RATE_LIMITER_ENABLED }, ownDatabase: true })
    const client = await aClient(app.store)
    const about = { clientId: client.clientIdentifier }
    const entries = () => entriesOf(app, 'auth_ceremony_mismatch', about)
    const loseSignIn = async (address: string) => {
      const person = visitor(app, { 'x-test-peer': address })
      const page = await begin(person, client)
      person.cookies.clear()
      for (let visits = 0; visits < 2; visits++) {
        const answer = await person.visit(page.url)
        expect([answer.status, reasonOf(answer)]).toEqual([400, 'cookies_blocked'])
      }
    }
    for (let host = 1; host <= 30; host++) await loseSignIn(`2001:db8:7:8::${host}`)
    expect(await entries()).toHaveLength(30)
    for (let host = 31; host <= 35; host++) await loseSignIn(`2001:db8:7:8::${host}`)
    expect(await entries()).toHaveLength(30)
    expect(await entriesOf(app, 'rate_limit_exceeded', {})).toEqual([
      { limiter: 'ceremony_mismatch_ip', ip: expect.stringContaining('2001:db8:7:8:') },
    ])
    await loseSignIn('2001:db8:7:9::1')
    expect(await entries()).toHaveLength(31)
  })
})
