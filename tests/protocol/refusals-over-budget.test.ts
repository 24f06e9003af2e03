import { expect, test } from 'vitest'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { aUserWithOtp, begin, enter } from './authorize/fixture.ts'

const app = await server()
const { store } = app
const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level2_optional' })
await app.changeSettings({ selfRegistrationEnabled: true })

/** Submits the same form. */
type Submit = () => Promise<Pick<Response, 'status' | 'headers'>>

function submitting(path: string, fields: Record<string, string>): Submit {
  const person = visitor(app)
  return () => person.post(path, fields)
}

/**
 * Submits a form until it is refused.
 * @returns the headers of that refusal
 */
async function refusalOf(submit: Submit): Promise<Headers> {
  for (let attempts = 0; attempts < 40; attempts++) {
    const { status, headers } = await submit()
    if (status === 429) return headers
  }
  throw new Error('It is not limited.')
}

test.each<[string, () => Submit | Promise<Submit>]>([
  [
    'the password',
    async () => {
      const person = visitor(app)
      const { email } = await aUser(store)
      await begin(person, client)
      return () => person.submit({ email, password: 'wrong' })
    },
  ],
  [
    'the code',
    async () => {
      const { person } = await enter(app, client, await aUserWithOtp(app))
      return () => person.submit({ otp: 'wrong' })
    },
  ],
  ['registration', () => submitting('/account/register', { email: 'not an address' })],
  ['activation', () => submitting('/account/activate', {})],
  ['a forgotten password', () => submitting('/forgot-password', { email: 'ada@example.org' })],
  ['a new password', () => submitting('/reset-password', {})],
])('the page for too many attempts is kept by no cache: %s', async (_, prepare) => {
  const headers = await refusalOf(await prepare())
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})
