import { type Authenticator, authenticator, type Falsified } from '#tests/support/authenticator.ts'
import type { Browser, Visit } from '#tests/support/browser.ts'
import { hiddenFields } from '#tests/support/browser.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'
import type { TestServer } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin } from './fixture.ts'

/** What the script of the present page asks the server for. */
export async function optionsFor<T>(person: Browser, visit: Visit): Promise<T> {
  const copy = person.copy()
  const answer = await copy.post('/auth/passkey/options', hiddenFields(visit.view))
  if (answer.status !== 200) throw new Error(`No options: ${answer.status} ${answer.body}`)
  return JSON.parse(answer.body) as T
}

type RequestOptions = Parameters<Authenticator['get']>[0]
type CreationOptions = Parameters<Authenticator['create']>[0]

/** Answers the present page with a passkey. */
export async function answerByPasskey(
  person: Browser,
  visit: Visit,
  key: Authenticator,
  falsified: Falsified = {},
): Promise<Visit> {
  const options = await optionsFor<RequestOptions>(person, visit)
  const credential = JSON.stringify(key.get(options, falsified))
  return person.post('/auth/passkey', [...hiddenFields(visit.view), ['credential', credential]])
}

/** Answers the offer, or the page that sets up a second factor, with a new passkey. */
export async function createPasskey(
  person: Browser,
  visit: Visit,
  key: Authenticator,
  more: { readonly falsified?: Falsified; readonly ask?: boolean } = {},
): Promise<Visit> {
  const options = await optionsFor<CreationOptions>(person, visit)
  const credential = JSON.stringify(key.create(options, more.falsified))
  return person.post('/auth/passkey-offer', [
    ...hiddenFields(visit.view),
    ['credential', credential],
    ...(more.ask ? [['askAfterPassword', 'on'] as const] : []),
  ])
}

/**
 * A user's passkey, made when it was offered after a sign-in.
 * @param app with passkeys and their offer on
 */
export async function aPasskey(
  app: TestServer,
  client: TestClient,
  user: TestUser,
  more: { readonly kind?: 'synced' | 'device'; readonly ask?: boolean } = {},
): Promise<Authenticator> {
  const key = authenticator(more.kind)
  const person = visitor(app)
  await begin(person, client)
  const offer = await person.submit({
    email: user.email,
    password: user.password,
    passkeySupport: '1',
  })
  const last = await createPasskey(person, offer, key, more)
  if (last.view?.page === 'new-recovery-codes') await person.submit({ saved: 'on' })
  return key
}

/** Signs in with a passkey, from the authorization request on. */
export async function enterByPasskey(
  app: TestServer,
  client: TestClient,
  key: Authenticator,
  more: { readonly falsified?: Falsified; readonly request?: Parameters<typeof begin>[2] } = {},
): Promise<{ person: Browser; last: Visit }> {
  const person = visitor(app)
  const page = await begin(person, client, more.request)
  return { person, last: await answerByPasskey(person, page, key, more.falsified) }
}
