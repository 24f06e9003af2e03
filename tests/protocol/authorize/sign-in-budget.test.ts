import { expect, test } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin, interactionOf } from './fixture.ts'

const app = await server()
const { prisma: database } = app.runtime.database
const client = await aClient(app.store)

/** Makes all lookups of users fail, so that no password can be verified. */
async function whileUsersCannotBeRead(work: () => Promise<void>) {
  await database.$executeRawUnsafe('ALTER TABLE "users" RENAME TO "users_away"')
  try {
    await work()
  } finally {
    await database.$executeRawUnsafe('ALTER TABLE "users_away" RENAME TO "users"')
  }
}

test('a failure of the database is no failed attempt of an account', async () => {
  const { email, password } = await aUser(app.store)
  const person = visitor(app)
  const ceremonyId = interactionOf(await begin(person, client))
  await whileUsersCannotBeRead(async () => {
    for (let i = 0; i < 11; i++) {
      const answer = await person.post('/auth/pwd', { ceremonyId, email, password })
      expect(answer.status).toBe(500)
    }
  })
  for (let i = 0; i < 9; i++) {
    const answer = await person.post('/auth/pwd', { ceremonyId, email, password: 'wrong' })
    expect(errorOf(answer)).toBe('handler.login.auth_failed')
  }
  expect(responseOf(await person.submit({ email, password }))?.code).toBeDefined()
})
