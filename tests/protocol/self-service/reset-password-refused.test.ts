import { afterAll, expect, test } from 'vitest'
import { sha256Hex } from '#lib/kernel/hash.ts'
import { randomToken } from '#lib/kernel/random.ts'
import { aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { entriesOf, goodPassword, twice, visitor, withMail } from './scene.ts'

const app = await server()
const { store } = app
const outbox = await withMail(app)
afterAll(() => outbox.close())

test.each([
  ['account_disabled', (id: number) => store.users.change(id, { enabled: false })],
  ['code_no_longer_outstanding', (id: number) => store.users.advanceAuthState(id)],
] as const)(
  'the audit log tells of the user whose form was refused: %s',
  async (reason, retire) => {
    const code = randomToken(24)
    const user = await aUser(store, {
      forgotPasswordCodeHash: sha256Hex(code),
      forgotPasswordCodeIssuedAt: app.clock.now(),
    })
    const person = visitor(app)
    await person.visit(`/reset-password?code=${code}`)
    await retire(user.id)
    const answer = await person.submit(twice(goodPassword))
    expect([answer.status, answer.view?.page]).toEqual([400, 'link-expired'])
    expect(await entriesOf(app, 'failed_reset_password_code', { userId: user.id })).toMatchObject([
      { reason },
    ])
  },
)
