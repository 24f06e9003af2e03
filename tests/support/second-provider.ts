import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'

/** Claims of the person who signs in at the provider next. */
export interface PersonThere {
  readonly sub: string
  readonly email?: unknown
  readonly email_verified?: unknown
  readonly given_name?: string
  readonly family_name?: string
}

/** A real OpenID provider (`oidc-provider`, unmodified) at another port. */
export interface SecondProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Requests that came, as method and path. */
  readonly requests: readonly string[]
  /** Who signs in from now on; null: the person cancels. */
  person: PersonThere | null
  /** The parameters of the last authorization request. */
  asked: URLSearchParams
  /** Answers in place of the provider; return false for its own answer. */
  intercept: ((req: IncomingMessage, res: ServerResponse) => boolean) | null
  /**
   * Follows an authorization request to the end, as a browser that has no cookies there.
   * @returns the address to which the provider sends the browser back
   */
  signIn(address: URL | string): Promise<URL>
  close(): Promise<void>
}

interface SecondProviderOptions {
  readonly redirectUri: string
  readonly clientSecret?: string
  readonly configuration?: Configuration
}

const clientId = 'authserver-here'

export async function openSecondProvider({
  redirectUri,
  clientSecret = 'a-secret-of-the-second-provider',
  configuration = {},
}: SecondProviderOptions): Promise<SecondProvider> {
  const people = new Map<string, PersonThere>()
  const requests: string[] = []
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${(req.url ?? '').split('?', 1)[0]}`)
    if (second.intercept?.(req, res)) return
    if (req.url?.startsWith('/interaction/')) {
      interact(provider, req, res, second.person, people).catch((error: unknown) =>
        res.writeHead(500).end(String(error)),
      )
    } else void answer(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    cookies: { keys: ['cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    async findAccount(_ctx, id) {
      return {
        accountId: id,
        claims: async () => ({ ...people.get(id), sub: id }) as { sub: string },
      }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    ...configuration,
  })
  const answer = provider.callback()
  const second: SecondProvider = {
    issuer,
    clientId,
    clientSecret,
    requests,
    person: { sub: 'person-1' },
    asked: new URLSearchParams(),
    intercept: null,
    signIn: (address) => follow(new URL(address), issuer, second),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return second
}

async function interact(
  provider: Provider,
  req: IncomingMessage,
  res: ServerResponse,
  person: PersonThere | null,
  people: Map<string, PersonThere>,
): Promise<void> {
  if (!person) {
    const error = { error: 'access_denied', error_description: 'cancelled' }
    return provider.interactionFinished(req, res, error, { mergeWithLastSubmission: false })
  }
  people.set(person.sub, person)
  await provider.interactionFinished(req, res, { login: { accountId: person.sub } })
}

async function follow(start: URL, issuer: string, second: SecondProvider): Promise<URL> {
  second.asked = start.searchParams
  const jar = new Map<string, string>()
  let url = start
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1)
      const equals = pair.indexOf('=')
      jar.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    url = new URL(location, url)
    if (url.origin !== issuer) return url
  }
  throw new Error('The provider redirects without an end.')
}
