import { describe, expect, test } from 'vitest'
import { malformedOwnIds, unknownOwnIds } from '../fixture.ts'
import { fixture } from './fixture.ts'

const { withBrowsers, entriesOf, person } = await fixture()
const path = '/remembered-browsers'

describe('200', () => {
  test('that one is forgotten, with an entry; the others stay', async () => {
    const { one, ids } = await withBrowsers(true, true)
    const entries = await entriesOf(async () => {
      expect((await one.ask('DELETE', `${path}/${ids[0]}`)).status).toBe(200)
    })
    const details = { userId: one.user.id, count: 1, loggedInUser: one.user.subject }
    expect(entries).toEqual([{ event: 'forgot_browser', details }])
    const { body } = await one.ask<{ browsers: { id: number }[] }>('GET', path)
    expect(body.browsers.map(({ id }) => id)).toEqual([ids[1]])
  })
})

describe('400', () => {
  test.each(malformedOwnIds)('the id %s', async (id) => {
    expect(await (await person()).refusal('DELETE', `${path}/${id}`)).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
  })
})

describe('404', () => {
  test.each(unknownOwnIds)('the id %s', async (id) => {
    expect(await (await person()).refusal('DELETE', `${path}/${id}`)).toEqual([404, 'NOT_FOUND'])
  })

  test('another user’s, and one that is only known', async () => {
    const [other, own] = [await withBrowsers(true), await withBrowsers(false)]
    for (const id of [other.ids[0], own.ids[0]]) {
      expect(await own.one.refusal('DELETE', `${path}/${id}`)).toEqual([404, 'NOT_FOUND'])
    }
    const { body } = await other.one.ask<{ browsers: object[] }>('GET', path)
    expect(body.browsers).toHaveLength(1)
  })
})
