import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin, enter, interactionOf } from './fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const client = await aClient(store)
const mandatory = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_mandatory' })
const asking = await aClient(store, { consentRequired: true })

const names = fc.constantFrom(
  'email',
  'password',
  'otp',
  'ceremonyId',
  'consent0',
  'btnSubmit',
  'btnCancel',
  '__proto__',
)
const fields = fc.array(fc.tuple(names, fc.string({ unit: 'grapheme', maxLength: 40 })), {
  maxLength: 6,
})
const paths = fc.constantFrom('/auth/pwd', '/auth/otp', '/auth/consent')

describe('whatever a form carries', () => {
  test('it is answered below 500', async () => {
    const user = await aUser(store)
    const newcomer = visitor(app)
    const people = [
      { person: newcomer, last: await begin(newcomer, client) },
      await enter(app, mandatory, user),
      await enter(app, asking, await aUser(store)),
    ]
    const property = fc.asyncProperty(
      fc.constantFrom(...people),
      paths,
      fields,
      fc.boolean(),
      async ({ person, last }, path, sent, known) => {
        const own: [string, string][] = known ? [['ceremonyId', interactionOf(last)]] : []
        const answer = await person.copy().post(path, [...own, ...sent])
        expect(answer.status).toBeLessThan(500)
      },
    )
    await fc.assert(property, { numRuns: 150 })
  })

  test('any interaction name, any cookie: a page or the own account, never a failure', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 })
    const property = fc.asyncProperty(paths, text, text, async (path, name, cookie) => {
      const headers = { cookie: `authserver-browser=${encodeURIComponent(cookie.toWellFormed())}` }
      const query = encodeURIComponent(name.toWellFormed())
      const answer = await app.fetch(`${path}?ceremony=${query}`, { headers })
      const account = `${baseUrl}/account/profile`
      expect(answer.headers.get('location')).toBe(answer.status === 400 ? null : account)
    })
    await fc.assert(property, { numRuns: 150 })
  })
})
