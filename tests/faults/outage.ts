import { setTimeout as sleep } from 'node:timers/promises'
import { requestToken } from '#tests/support/oauth.ts'
import type { RemoteServer } from '#tests/support/remote.ts'
import { baseUrl } from '#tests/support/settings.ts'
import type { Fixture } from './load.ts'

export interface Sample {
  readonly probe: string
  readonly status: number
  readonly millis: number
  /** True for the normal answer, with the database available. */
  readonly good: boolean
  /** Null for the specified failure; otherwise the unexpected answer. */
  readonly deviation: string | null
}

interface Probe {
  readonly name: string
  readonly ask: (server: RemoteServer, token: string) => Promise<Response>
  readonly goodStatus: number
  /** Whether the answer is the one specified for an unavailable database. */
  readonly isFailure: (response: Response, body: string) => boolean
}

/** A temporary failure is 503 with `Retry-After`. */
const isUnavailable = ({ status, headers }: Response): boolean =>
  status === 503 && /^[1-9]\d?$/.test(headers.get('retry-after') ?? '')

const isServerError = (response: Response, body: string): boolean => {
  if (!isUnavailable(response)) return false
  const { error, error_description } = JSON.parse(body)
  return error === 'server_error' && /Request id: \S+$/.test(error_description)
}
const isApiFailure = (response: Response, body: string): boolean => {
  if (!isUnavailable(response)) return false
  const { error_code, error_description } = JSON.parse(body)
  return error_code === 'INTERNAL_SERVER_ERROR' && /Request id: \S+$/.test(error_description)
}
const isErrorPage = (response: Response, body: string): boolean =>
  isUnavailable(response) &&
  response.headers.get('content-type')?.startsWith('text/html') === true &&
  body.includes(response.headers.get('x-request-id') ?? '?')

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const sameOrigin = { headers: { origin: baseUrl, 'sec-fetch-site': 'same-origin' } }

export function probesOf({ client }: Fixture): readonly Probe[] {
  const query = new URLSearchParams({
    client_id: client.clientIdentifier,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const basic = Buffer.from(`${client.clientIdentifier}:${client.secret}`).toString('base64')
  const authorization = { headers: { authorization: `Basic ${basic}` } }
  const form = { grant_type: 'client_credentials', scope: 'authserver:manage' }
  const json = (name: string, path: string, goodStatus = 200): Probe => ({
    name,
    ask: (server, token) => server.fetch(path, bearer(token)),
    goodStatus,
    isFailure: isServerError,
  })
  return [
    {
      name: 'token',
      ask: (server) => server.post('/auth/token', form, authorization),
      goodStatus: 200,
      isFailure: isServerError,
    },
    json('userinfo', '/userinfo', 403),
    json('certs', '/certs'),
    json('discovery', '/.well-known/openid-configuration'),
    {
      name: 'admin',
      ask: (server, token) => server.fetch('/api/v1/admin/settings/general', bearer(token)),
      goodStatus: 200,
      isFailure: isApiFailure,
    },
    {
      name: 'authorize',
      ask: (server) => server.fetch(`/auth/authorize?${query}`),
      goodStatus: 302,
      isFailure: isErrorPage,
    },
    {
      name: 'password form',
      ask: (server) => server.post('/auth/pwd', { ceremonyId: 'x', email: 'a@b.c' }, sameOrigin),
      goodStatus: 400,
      isFailure: isErrorPage,
    },
  ]
}

/** Repeats all probes independently until stopped. */
export function watch(
  probes: readonly Probe[],
  servers: readonly RemoteServer[],
  token: string,
): { readonly samples: Sample[]; stop(): Promise<void> } {
  const samples: Sample[] = []
  let going = true
  const loops = probes.map(async (probe, number) => {
    for (let turn = number; going; turn++) {
      const server = servers[turn % servers.length]
      if (server) samples.push(await take(probe, server, token))
      await sleep(30)
    }
  })
  return {
    samples,
    async stop() {
      going = false
      await Promise.all(loops)
    },
  }
}

export async function take(probe: Probe, server: RemoteServer, token: string): Promise<Sample> {
  const begun = performance.now()
  const { name } = probe
  try {
    const response = await probe.ask(server, token)
    const body = await response.text()
    const millis = performance.now() - begun
    const { status } = response
    const good = status === probe.goodStatus
    const deviation = good || probe.isFailure(response, body) ? null : `${status} ${body}`
    return { probe: name, status, millis, good, deviation }
  } catch (error) {
    const millis = performance.now() - begun
    return { probe: name, status: 0, millis, good: false, deviation: String(error) }
  }
}

/** A client-credentials token for administration. */
export async function clientToken({ client }: Fixture, server: RemoteServer): Promise<string> {
  const fields = { grant_type: 'client_credentials', scope: 'authserver:manage' }
  const { body } = await requestToken(server, client, fields)
  return body.access_token ?? ''
}
