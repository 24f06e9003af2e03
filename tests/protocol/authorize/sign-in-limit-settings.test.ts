import { expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { entriesOf, visitor } from '#tests/support/visitor.ts'
import { begin } from './fixture.ts'

const app = await server({
  env: {
    SIGN_IN_LIMIT_ADDRESS: '3/60',
    SIGN_IN_LIMIT_ACCOUNT_ADDRESS: '2/60',
    SIGN_IN_ALARM: '5/600',
  },
})
const client = await aClient(app.store)

async function fail(address: string, email: string): Promise<number> {
  const person = visitor(app, { 'x-test-peer': address })
  await begin(person, client)
  return (await person.submit({ email, password: 'wrong' })).status
}

test('each limit of failed sign-ins is a setting', async () => {
  const statuses = []
  for (const name of ['a', 'a', 'a', 'b', 'c']) {
    statuses.push(await fail('192.0.2.13', `${name}@example.org`))
  }
  expect(statuses).toEqual([200, 200, 429, 200, 429])
})

test('the operator is warned once of unusually many failures of everybody together', async () => {
  for (let i = 0; i < 12; i++) await fail(`192.0.2.${100 + i}`, `nobody-${i}@example.org`)
  expect(await entriesOf(app, 'unusual_sign_in_failures', {})).toEqual([
    { failures: 5, windowSeconds: 600 },
  ])
})
