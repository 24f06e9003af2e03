import type { NewIdentityProvider } from '#lib/persistence/providers/identity-providers.ts'
import type { IdentityProviderRecord } from '#lib/persistence/store.ts'
import { type Browser, hiddenFields, type Visit } from '#tests/support/browser.ts'
import type { TestClient } from '#tests/support/people.ts'
import { aProvider, sealedSecret } from '#tests/support/providers.ts'
import {
  openSecondProvider,
  type PersonThere,
  type SecondProvider,
} from '#tests/support/second-provider.ts'
import type { TestServer } from '#tests/support/server.ts'
import { baseUrl } from '#tests/support/settings.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin } from '../authorize/fixture.ts'

const alias = 'second'

/** The redirect URI of the provider that `linked` stores. */
export const redirectUri = `${baseUrl}/auth/provider/${alias}/callback`

export function aSecondProvider(
  options: Partial<Parameters<typeof openSecondProvider>[0]> = {},
): Promise<SecondProvider> {
  return openSecondProvider({ redirectUri, ...options })
}

/** Stores the second provider, or replaces what was stored of it. */
export async function register(
  { store }: TestServer,
  second: SecondProvider,
  fields: Partial<NewIdentityProvider> & { readonly domains?: readonly string[] } = {},
): Promise<IdentityProviderRecord> {
  const { domains = [], ...columns } = fields
  const former = await store.identityProviders.findByAlias(alias)
  if (former) await store.identityProviders.remove(former.id)
  const provider = await aProvider(store, {
    alias,
    displayName: 'Second',
    issuer: second.issuer,
    clientId: second.clientId,
    clientSecretEncrypted: sealedSecret(alias, second.clientSecret),
    createUsers: 'any',
    ...columns,
  })
  await store.identityProviders.setDomains(provider.id, domains)
  return provider
}

/** Presses the button of a provider on the present page. */
export function press(person: Browser, page: Visit, at = alias): Promise<Visit> {
  return person.post('/auth/provider', [...hiddenFields(page.view), ['alias', at]])
}

/** Goes to the provider and comes back, from the authorization request on. */
export async function enterBy(
  app: TestServer,
  client: TestClient,
  second: SecondProvider,
  person: PersonThere | null,
  more: { readonly browser?: Browser; readonly request?: Parameters<typeof begin>[2] } = {},
): Promise<{ readonly browser: Browser; readonly last: Visit }> {
  const browser = more.browser ?? visitor(app)
  const page = await begin(browser, client, more.request)
  return { browser, last: await roundTrip(browser, page, second, person) }
}

/** The same from a page of a sign-in. */
export async function roundTrip(
  browser: Browser,
  page: Visit,
  second: SecondProvider,
  person: PersonThere | null,
): Promise<Visit> {
  second.person = person
  const away = await press(browser, page)
  if (!away.location) throw new Error(`The button led to ${away.view?.page} ${away.status}.`)
  return browser.visit(await second.signIn(away.location))
}
