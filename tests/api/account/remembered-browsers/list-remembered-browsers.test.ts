import { describe, expect, test } from 'vitest'
import { fixture } from './fixture.ts'

const { app, store, withBrowsers } = await fixture()
const path = '/remembered-browsers'

describe('200', () => {
  test('one’s own, newest use first, and none that is only known', async () => {
    const { one, ids } = await withBrowsers(true, false, true)
    await withBrowsers(true)
    const { body } = await one.ask<{ browsers: { id: number }[] }>('GET', path)
    expect(body.browsers.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    expect(body.browsers[0]).toMatchObject({
      deviceName: 'Firefox 140.0',
      deviceOS: 'Linux',
      ipAddress: '192.0.2.1',
      rememberedUntil: expect.any(String),
    })
    expect(JSON.stringify(body)).not.toContain('hash-')
  })

  test('none after a change of the second factor, and none while it is off', async () => {
    const { one } = await withBrowsers(true)
    await store.users.change(one.user.id, { otpConfigGeneration: 4 })
    expect((await one.ask('GET', path)).body).toEqual({ browsers: [] })
    const other = await withBrowsers(true)
    await app.changeSettings({ rememberBrowserDays: 0 })
    expect((await other.one.ask('GET', path)).body).toEqual({ browsers: [] })
    await app.changeSettings({ rememberBrowserDays: 30 })
  })
})
