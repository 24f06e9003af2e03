import { describe, expect, test } from 'vitest'
import { fixture } from './fixture.ts'

const { withBrowsers, entriesOf } = await fixture()
const path = '/remembered-browsers'

describe('200', () => {
  test('all of one’s own, with one entry; nothing without one', async () => {
    const [{ one }, other] = [await withBrowsers(true, true, false), await withBrowsers(true)]
    const entries = await entriesOf(async () => {
      expect((await one.ask('DELETE', path)).status).toBe(200)
      expect((await one.ask('DELETE', path)).status).toBe(200)
    })
    const details = { userId: one.user.id, count: 2, loggedInUser: one.user.subject }
    expect(entries).toEqual([{ event: 'forgot_browser', details }])
    expect((await one.ask('GET', path)).body).toEqual({ browsers: [] })
    const { body } = await other.one.ask<{ browsers: object[] }>('GET', path)
    expect(body.browsers).toHaveLength(1)
  })
})
