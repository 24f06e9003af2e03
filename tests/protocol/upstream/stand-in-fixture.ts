import type { NewIdentityProvider } from '#lib/persistence/providers/identity-providers.ts'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { aClient, type TestClient, unique } from '#tests/support/people.ts'
import { aProvider, sealedSecret } from '#tests/support/providers.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { StandIn } from '#tests/support/stand-in.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin } from '../authorize/fixture.ts'
import { press } from './fixture.ts'

export const standInClient = 'authserver-here'

type Fields = Partial<NewIdentityProvider> & { readonly domains?: readonly string[] }

/** Ways to sign in by a stand-in; `register` replaces the provider that was stored before. */
export async function standInScene(app: TestServer, standIn: StandIn) {
  const { store } = app
  const client = await aClient(store, { defaultAcrLevel: 'urn:authserver:level1' })
  const alias = 'standin'
  /** Goes to the stand-in from a page of a sign-in, and comes back with a code. */
  async function comeBack(
    browser: Browser,
    page: Visit,
    claims: Readonly<Record<string, unknown>>,
  ): Promise<Visit> {
    const away = await press(browser, page, alias)
    const asked = away.location?.searchParams
    standIn.nonce = asked?.get('nonce') ?? ''
    standIn.claims = claims
    const query = new URLSearchParams({ code: 'a-code', state: asked?.get('state') ?? '' })
    return browser.visit(`/auth/provider/${alias}/callback?${query}`)
  }
  return {
    comeBack,
    client,
    async register(fields: Fields = {}) {
      const { domains = [], ...columns } = fields
      const former = await store.identityProviders.findByAlias(alias)
      if (former) await store.identityProviders.remove(former.id)
      const provider = await aProvider(store, {
        alias,
        displayName: 'Stand-in',
        issuer: standIn.origin,
        clientId: standInClient,
        clientSecretEncrypted: sealedSecret(alias, 'secret'),
        createUsers: 'any',
        ...columns,
      })
      await store.identityProviders.setDomains(provider.id, domains)
      return provider
    },
    /** The same, from the authorization request on. */
    async enter(
      claims: Readonly<Record<string, unknown>> = { sub: unique('p') },
      more: {
        readonly browser?: Browser
        readonly request?: Parameters<typeof begin>[2]
        readonly client?: TestClient
      } = {},
    ): Promise<{ readonly browser: Browser; readonly last: Visit }> {
      const browser = more.browser ?? visitor(app)
      const page = await begin(browser, more.client ?? client, more.request)
      return { browser, last: await comeBack(browser, page, claims) }
    },
  }
}
