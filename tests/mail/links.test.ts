import { afterAll, expect, test } from 'vitest'
import { apiClient, call } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import {
  anAddress,
  goodPassword,
  linkIn,
  mailTo,
  twice,
  withMail,
} from '../protocol/self-service/fixture.ts'

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const outbox = await withMail(app)
const manager = await apiClient(app, ['manage'])
await app.changeSettings({
  selfRegistrationEnabled: true,
  selfRegistrationRequiresEmailVerification: true,
})
afterAll(() => outbox.close())

const minutes = 60
const hours = 60 * minutes

/**
 * Requests each kind of link.
 * @returns the link from the message
 */
const links: Record<string, () => Promise<string>> = {
  async 'set password'() {
    // A new token, because the administrator's does not outlive the link.
    const { value } = await apiClient(app, ['manage'])
    const email = anAddress()
    const body = { email, setPasswordType: 'email' }
    const { status } = await call({ ...manager, value }, 'POST', '/users/create', body)
    expect(status).toBe(201)
    return linkTo(email)
  },
  async 'forgot password'() {
    const { email } = await aUser(app.store)
    await visitor(app).post('/forgot-password', { email })
    return linkTo(email)
  },
  async activate() {
    const email = anAddress()
    await visitor(app).post('/account/register', { email })
    return linkTo(email)
  },
}

async function linkTo(address: string): Promise<string> {
  const [message] = await mailTo(outbox, address)
  return linkIn(message)
}

test.each([
  ['set password', 24 * hours],
  ['forgot password', 30 * minutes],
  ['activate', 30 * minutes],
])(
  'the link of "%s" is followed for %i seconds, and its form sent 30 minutes later',
  async (name, seconds) => {
    const [good, late] = [await links[name]?.(), await links[name]?.()]
    app.clock.advance(seconds - 1)
    const person = visitor(app)
    expect((await person.visit(good ?? '')).view?.page).not.toBe('link-expired')
    app.clock.advance(1)
    expect((await visitor(app).visit(late ?? '')).view?.page).toBe('link-expired')
    app.clock.advance(30 * minutes - 2)
    const sent = await person.submit(twice(goodPassword))
    expect([sent.status, sent.view?.page]).toEqual([
      200,
      name === 'activate' ? 'registered' : 'password-set',
    ])
  },
)
