import { describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser.ts'
import { aClient, aUser, type TestClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { enter, reasonOf } from './fixture.ts'

const app = await server()
const { store } = app

/** A self-registered client whose user declined, and the link that would post the response to it. */
async function declined(): Promise<{ client: TestClient; person: Browser; link: string }> {
  const client = await aClient(store, { createdViaDcr: true, consentRequired: true })
  const request = { response_mode: 'form_post' }
  const { person } = await enter(app, client, await aUser(store), { request })
  const { view } = await person.submit({ btnCancel: 'cancel' })
  const link = view?.page === 'redirect-withheld' ? (view.continueUrl ?? '') : ''
  expect(link).toContain('/auth/authorize?request_handle=')
  return { client, person, link }
}

describe('an error that waits for the person to follow a link', () => {
  test('is posted to the client, once', async () => {
    const { client, person, link } = await declined()
    const { formPost } = await person.visit(link)
    expect(formPost).toMatchObject({
      action: client.redirectUri,
      fields: { error: 'access_denied', state: 'a-state' },
    })
    expect(reasonOf(await person.visit(link))).toBe('request_handle')
  })

  test('is sent nowhere when the client was disabled meanwhile', async () => {
    const { client, person, link } = await declined()
    await store.clients.update(client.id, { enabled: false })
    const answer = await person.visit(link)
    expect([answer.status, answer.formPost]).toEqual([400, null])
    expect(reasonOf(answer)).toBe('redirect_uri_not_registered')
  })

  test('is sent nowhere when its address was taken from the client meanwhile', async () => {
    const { client, person, link } = await declined()
    await app.runtime.database.prisma.clientRedirectUri.deleteMany({
      where: { clientId: client.id },
    })
    const answer = await person.visit(link)
    expect([answer.status, answer.formPost]).toEqual([400, null])
    expect(reasonOf(answer)).toBe('redirect_uri_not_registered')
  })
})

test.each(['query', 'fragment', 'form_post'])(
  'a refusal to a self-registered client is shown before it is sent, by %s too',
  async (mode) => {
    const client = await aClient(store, { createdViaDcr: true, consentRequired: true })
    const request = { response_mode: mode }
    const { person } = await enter(app, client, await aUser(store), { request })
    const answer = await person.submit({ btnCancel: 'cancel' })
    expect([answer.location, answer.formPost]).toEqual([null, null])
    expect(answer.view).toMatchObject({ page: 'redirect-withheld', destination: 'client.example' })
  },
)
