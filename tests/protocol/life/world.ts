import { expect } from 'vitest'
import { type ApiToken, call } from '#tests/support/api.ts'
import { browser } from '#tests/support/browser.ts'
import { redeem, refresh, signIn, type TokenAnswer } from '#tests/support/oauth.ts'
import type { TestClient, TestUser } from '#tests/support/people.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import {
  type Grant,
  type Issued,
  lifetimes,
  Model,
  type Person,
  type Place,
  type Session,
} from './model.ts'

/** A session in the administrator's list. */
type Listed = { readonly sessionIdentifier: string; readonly clientIdentifiers: string[] }

/** Applies each deed to the server and to the model, and compares the answers. */
export class World {
  readonly model = new Model()
  readonly people: readonly [Person, Person]
  readonly clients: readonly [TestClient, TestClient]
  readonly places: readonly [Place, Place]
  private readonly manager: ApiToken

  constructor(
    manager: ApiToken,
    users: readonly [TestUser, TestUser],
    clients: readonly [TestClient, TestClient],
  ) {
    const person = (user: TestUser): Person => ({ user, enabled: true })
    const place = (system: string): Place => {
      const agent = `Mozilla/5.0 (${system}; rv:140.0) Gecko/20100101 Firefox/140.0`
      return { browser: browser(manager.server, { 'user-agent': agent }), session: null }
    }
    this.manager = manager
    this.people = [person(users[0]), person(users[1])]
    this.clients = clients
    this.places = [place('X11; Linux x86_64'), place('Windows NT 10.0')]
  }

  /**
   * Takes a user from the authorization request to the code, with a password if there is no session.
   * @param prompt `login`: asks for the password even with a session
   */
  async authorize(
    place: Place,
    wanted: Person,
    client: TestClient,
    { isOffline, prompt }: { readonly isOffline: boolean; readonly prompt: '' | 'login' },
  ): Promise<Issued | null> {
    const { model } = this
    const held = place.session && model.isLive(place.session) ? place.session : null
    const used = prompt && held?.person !== wanted ? null : held
    const person = used?.person ?? wanted
    if (!person.enabled) return null
    const { server } = this.manager
    const { code, verifier } = await signIn(server, client, wanted.user, {
      browser: place.browser,
      request: { scope: isOffline ? 'openid offline_access' : 'openid', prompt },
    })
    const session = used ?? (await this.startSession(place, person))
    session.used = model.now
    session.clients.add(client)
    const origin = { person, client, session, isOffline, verifier }
    const grant = { ...origin, isRevoked: false, idToken: '', end: 0 }
    const expires = model.now + lifetimes.code
    const issued: Issued = { text: code, grant, expires, state: 'live' }
    model.codes.push(issued)
    return issued
  }

  /**
   * A new session terminates another user's session in the browser with all its grants. It only replaces a
   * session of the same user.
   */
  private async startSession(place: Place, person: Person): Promise<Session> {
    const { sessions, now } = this.model
    const before = place.session
    if (before && !before.isOver && before.person !== person)
      this.model.terminate((one) => one === before)
    if (before?.person === person) before.isOver = true
    const known = new Set(sessions.map(({ identifier }) => identifier))
    const stored = await sessionsOf(this.manager.server.store, person.user.id)
    const fresh = stored.find(({ sessionIdentifier }) => !known.has(sessionIdentifier))
    const identifier = fresh?.sessionIdentifier ?? ''
    const since = { started: now, used: now, isOver: false }
    place.session = { identifier, person, place, clients: new Set(), ...since }
    sessions.push(place.session)
    return place.session
  }

  async redeem(code: Issued) {
    const { text, grant } = code
    const expected = this.model.redeem(code)
    const presented = { code: text, verifier: grant.verifier }
    this.settle(grant, expected, await redeem(this.manager.server, grant.client, presented))
  }

  async refresh(token: Issued) {
    const { text, grant } = token
    const expected = this.model.refresh(token)
    this.settle(grant, expected, await refresh(this.manager.server, grant.client, text))
  }

  private settle(grant: Grant, expected: string, { body }: TokenAnswer) {
    expect(body.error ?? 'ok').toBe(expected)
    if (expected !== 'ok') return
    const { now, accessTokens, refreshTokens } = this.model
    const { access_token = '', refresh_token = '', id_token = '' } = body
    const expires = this.model.refreshExpiry(grant)
    expect(body).toMatchObject({ refresh_expires_in: expires - now })
    refreshTokens.push({ text: refresh_token, grant, expires, state: 'live' })
    const end = now + lifetimes.access
    accessTokens.push({ text: access_token, grant, expires: end, state: 'live' })
    grant.idToken = id_token
  }

  /** Signs out of one client by its ID token, in the browser or elsewhere. */
  async signOut({ idToken, session, client }: Grant, isElsewhere: boolean) {
    const { place } = session
    if (!idToken || (!isElsewhere && (place.session ?? session) !== session)) return
    const from = isElsewhere ? browser(this.manager.server) : place.browser
    const { view } = await from.visit(`/auth/logout?id_token_hint=${idToken}`)
    // When the session is over and the ID token has expired, the hint identifies no session.
    if (view?.page === 'logout-confirm') return expect(session.isOver).toBe(true)
    this.model.leave(session, client)
    if (!isElsewhere) place.session = null
  }

  /** Signs out without an ID token: the browser's session ends. */
  async signOutEverywhere(place: Place) {
    await place.browser.visit('/auth/logout')
    await place.browser.submit()
    if (place.session) place.session.isOver = true
    place.session = null
  }

  async endSession(session: Session) {
    const found = await this.manager.server.store.sessions.findByIdentifier(session.identifier)
    if (session.isOver) return
    await this.manage('DELETE', `/user-sessions/${found?.id}`)
    this.model.terminate((one) => one === session)
  }

  async setPassword(person: Person) {
    const { id, password } = person.user
    await this.manage('PUT', `/users/${id}/password`, { newPassword: password })
    this.model.terminate((one) => one.person === person)
  }

  async setEnabled(person: Person, enabled: boolean) {
    await this.manage('PUT', `/users/${person.user.id}/enabled`, { enabled })
    person.enabled = enabled
    if (!enabled) this.model.terminate((one) => one.person === person)
  }

  wait(seconds: number) {
    this.model.now += seconds
    this.manager.server.clock.advance(seconds)
  }

  /** Compares a user's active sessions with their clients, and the validity of access tokens. */
  async look(person: Person) {
    const path = `/users/${person.user.id}/sessions`
    const { body } = await call<{ sessions: Listed[] }>(this.manager, 'GET', path)
    const listed = body.sessions.map((one) => [one.sessionIdentifier, one.clientIdentifiers.length])
    const { sessions } = this.model
    const live = sessions.filter((one) => one.person === person && this.model.isLive(one))
    expect(listed.sort()).toEqual(live.map((one) => [one.identifier, one.clients.size]).sort())
    const tokens = this.model.accessTokens
    for (const token of tokens.filter((_, i) => i > tokens.length - 4 || i % 7 === 0)) {
      const headers = { authorization: `Bearer ${token.text}` }
      const answer = await (await this.manager.server.fetch('/userinfo', { headers })).json()
      expect(answer.error_description ?? 'ok').toBe(this.model.userinfo(token))
    }
  }

  private async manage(method: string, path: string, body?: unknown) {
    expect((await call(this.manager, method, path, body)).status, path).toBe(200)
  }
}
