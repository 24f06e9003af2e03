import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#tests/support/granted.ts'
import type { TestUser } from '#tests/support/people.ts'
import { viewOf } from '#tests/support/views.ts'
import {
  anAccountHolder,
  type ConsoleServer,
  comeBack,
  consoleServer,
  returning,
} from './fixture.ts'

let running: ConsoleServer
let user: TestUser

beforeAll(async () => {
  running = await consoleServer()
  user = await anAccountHolder(running)
})
afterAll(() => running.stop())

/** The reason on an answer's page; empty for a redirect. */
function reasonOf(response: Response): string {
  const view = viewOf(response)
  return view?.page === 'error' ? view.reason : ''
}

const seen = (response: Response) => [response.status, reasonOf(response)]

async function isRevoked(): Promise<boolean> {
  const where = { userId: user.id, NOT: { revokedAt: null } }
  return (await running.app.runtime.database.prisma.grant.count({ where })) > 0
}

test('an answer posted several times at once signs in once and loses nothing', async () => {
  const back = await returning(running.app, user, '/account')
  const copies = Array.from({ length: 4 }, () => ({ ...back, person: back.person.copy() }))
  const answers = await Promise.all(copies.map((copy) => comeBack(running.app, copy)))
  const lost = [400, 'sign_in_lost']
  expect(answers.map(seen).toSorted()).toEqual([[303, ''], lost, lost, lost])
  expect(await isRevoked()).toBe(false)
})

test('an answer posted again with the cookie from before is refused and signs nobody out', async () => {
  const back = await returning(running.app, user, '/account')
  const again = { ...back, person: back.person.copy() }
  expect(seen(await comeBack(running.app, back))).toEqual([303, ''])
  const asked = running.tokenRequests()
  expect(seen(await comeBack(running.app, again))).toEqual([400, 'sign_in_lost'])
  expect(running.tokenRequests()).toBe(asked)
  expect(await isRevoked()).toBe(false)
  const events = (await auditEntries(running.app.runtime.database.prisma)).map(({ event }) => event)
  expect(events).not.toContain('auth_code_reuse_detected')
})

test('a code that is refused, being too old, is a sign-in that got lost', async () => {
  const back = await returning(running.app, user, '/account')
  running.app.clock.advance(61)
  expect(seen(await comeBack(running.app, back))).toEqual([400, 'sign_in_lost'])
})
