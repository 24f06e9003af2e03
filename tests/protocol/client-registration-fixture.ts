import { expect } from 'vitest'
import { fileDatabase } from '#tests/support/file-database.ts'
import { server } from '#tests/support/server.ts'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & { readonly client_id: string }
}

export async function registrationFixture() {
  const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  const { client: database } = await fileDatabase()

  async function send(body: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<Answer> {
    const response = await app.fetch('/connect/register', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  const register = (metadata: unknown) => send(JSON.stringify(metadata))

  /** The refusal of a registration; null when it is accepted. */
  async function refusal(metadata: unknown): Promise<unknown> {
    const before = await database.client.count()
    const { status, body } = await register(metadata)
    if (status === 201) return null
    expect(status).toBe(400)
    expect(typeof body.error_description).toBe('string')
    expect(await database.client.count()).toBe(before)
    return body.error
  }

  const stored = (clientIdentifier: string) => app.store.clients.findByIdentifier(clientIdentifier)
  return { app, database, send, register, refusal, stored }
}

export const web = { redirect_uris: ['https://app.example/cb'] }
export const native = {
  token_endpoint_auth_method: 'none',
  redirect_uris: ['com.example.app:/cb'],
}
