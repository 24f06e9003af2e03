import { afterAll, describe, expect, test } from 'vitest'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin, interactionOf, reasonOf } from '../authorize/fixture.ts'
import { aSecondProvider, press, register } from './fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
await app.changeSettings({ identityProvidersEnabled: true })
const client = await aClient(app.store, { defaultAcrLevel: 'urn:authserver:level1' })
const second = await aSecondProvider()
afterAll(second.close)

const inAnApp =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36'

describe('a browser within another app', () => {
  test('is not led to Google, which refuses it with a page of its own: the sign-in page says so', async () => {
    await register(app, second, { preset: 'google' })
    const person = visitor(app, { 'user-agent': inAnApp })
    const told = await press(person, await begin(person, client))
    expect([told.view?.page, errorOf(told)]).toEqual(['sign-in', 'handler.provider.embedded'])
  })

  test('is led to every other provider', async () => {
    await register(app, second)
    const person = visitor(app, { 'user-agent': inAnApp })
    const { location } = await press(person, await begin(person, client))
    expect(location?.origin).toBe(new URL(second.issuer).origin)
  })

  test('that a provider answers with its refusal is told the same', async () => {
    await register(app, second)
    const person = visitor(app)
    const { location } = await press(person, await begin(person, client))
    const answer = new URLSearchParams({
      error: 'disallowed_useragent',
      state: location?.searchParams.get('state') ?? '',
      iss: second.issuer,
    })
    const told = await person.visit(`/auth/provider/second/callback?${answer}`)
    expect([told.view?.page, errorOf(told)]).toEqual(['sign-in', 'handler.provider.embedded'])
  })

  test('has an address for the person’s own browser, where the same request starts again', async () => {
    const page = await begin(visitor(app, { 'user-agent': inAnApp }), client)
    const there = await visitor(app).visit(`/auth/issue?ceremony=${interactionOf(page)}`)
    expect(reasonOf(there)).toBe('other_browser')
    expect(there.view).toMatchObject({ ways: [{ to: 'start_here' }] })
  })
})
