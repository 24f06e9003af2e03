import { afterAll, describe, expect, test } from 'vitest'
import { call } from '#tests/support/api.ts'
import { rangeServer } from '#tests/support/range-server.ts'
import { fixture } from './fixture.ts'

const { app, ask: asking, reader } = await fixture()
const path = '/settings/sign-in/test-breached-passwords'
const knowing = await rangeServer('password')
const other = await rangeServer('Another-one-42!')
afterAll(() => Promise.all([knowing.close(), other.close()]))

async function tried() {
  const { status, body } = await asking('POST', path)
  expect(status).toBe(200)
  return body
}

describe('200', () => {
  test('off: nobody is asked', async () => {
    expect(await tried()).toEqual({ result: 'off' })
  })

  test('the word is known, is not, or there is no answer; nothing of it is an entry', async () => {
    const ask = (breachedPasswordService: string) =>
      app.changeSettings({ breachedPasswordCheck: 'service', breachedPasswordService })
    await ask(knowing.address)
    expect(await tried()).toEqual({ result: 'breached' })
    await ask(other.address)
    expect(await tried()).toEqual({ result: 'clean' })
    await ask('http://127.0.0.1:1')
    expect(await tried()).toEqual({ result: 'unavailable' })
  })
})

test('a reader of settings asks nobody', async () => {
  expect((await call(reader, 'POST', path)).status).toBe(403)
})
