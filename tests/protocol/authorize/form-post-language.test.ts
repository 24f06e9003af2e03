import { describe, expect, test } from 'vitest'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin, enter } from './fixture.ts'

const app = await server()
const client = await aClient(app.store)
const user = await aUser(app.store)
const form = { response_mode: 'form_post' }

function languageOf(body: string): string | undefined {
  return /<html lang="([^"]*)"/.exec(body)?.[1]
}

describe('the page that posts an answer speaks', () => {
  test('the language of the request', async () => {
    const browser = visitor(app, { 'accept-language': 'de' })
    const request = { ...form, ui_locales: 'xx ja' }
    const { last } = await enter(app, client, user, { browser, request })
    expect(languageOf(last.body)).toBe('ja')
  })

  test('else that of the browser', async () => {
    const browser = visitor(app, { 'accept-language': 'de' })
    const { last } = await enter(app, client, user, { browser, request: form })
    expect(languageOf(last.body)).toBe('de')
  })

  test('the same when it tells of a refusal', async () => {
    const request = { ...form, prompt: 'none', ui_locales: 'fr' }
    const answer = await begin(visitor(app), client, request)
    expect(answer.formPost?.fields.error).toBe('login_required')
    expect(languageOf(answer.body)).toBe('fr')
  })
})
