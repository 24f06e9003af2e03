import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealedColumns } from '#lib/base/crypto/sealed-columns.ts'
import { findSession } from '#lib/console/session.ts'
import { mailServerOf } from '#lib/domain/mail/mail-settings.ts'
import { contextFor } from '#lib/http/context.ts'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import { openLimits } from '#lib/persistence/limits/limits.ts'
import { openStore } from '#lib/persistence/store.ts'
import { openRuntime } from '#lib/runtime.ts'
import { codeAt } from '#tests/protocol/authorize/fixture.ts'
import { type Browser, browser } from '#tests/support/browser.ts'
import type { TestDatabase } from '#tests/support/databases.ts'
import { authorizePath, pkcePair, requestToken, responseOf } from '#tests/support/oauth.ts'
import type { TestClient } from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { testConfig } from '#tests/support/settings.ts'
import { signInAdditionsOff } from '#tests/support/sign-in-additions.ts'
import { formerInstallation, type Held, type Rows, rowsOf } from './former-release.ts'

let database: TestDatabase
let opened: Database
let held: Held
let app: TestServer
let before: Rows

beforeAll(async () => {
  const former = await formerInstallation()
  database = former.database
  held = former.held
  before = await rowsOf(database)
  await (await openRuntime(testConfig(database.url))).close()
  opened = openDatabase(database.url)
  const { provider, prisma: client, close } = opened
  const store = openStore(opened)
  const limits = openLimits(client)
  const { url } = database
  app = await server({
    database: { provider, url, database: opened, client, store, limits, close },
  })
})

afterAll(async () => {
  await opened.close()
  await database.remove()
})

/** Whether the former release had a column: no row of it can be missing in a table that it had. */
function wasThere(place: string): boolean {
  const [table = '', column = ''] = place.split('.')
  return before[table]?.every((row) => column in row) ?? false
}

function webClient(): TestClient {
  return held.web as unknown as TestClient
}

function returning(cookies: Readonly<Record<string, string>>): Browser {
  return browser(app, {}, new Map(Object.entries(cookies)))
}

describe('an installation of the former release, upgraded by the start', () => {
  test('keeps every row and every value that is not sealed', async () => {
    const after = await rowsOf(database)
    expect(Object.values(before).flat().length).toBeGreaterThan(50)
    for (const [table, rows] of Object.entries(before)) {
      const isSealed = (column: string) => `${table}.${column}` in sealedColumns
      const unsealed = (row: Readonly<Record<string, unknown>>) =>
        JSON.stringify(Object.entries(row).filter(([column]) => !isSealed(column)))
      const columns = Object.keys(rows[0] ?? {})
      const known = (after[table] ?? []).map((row) =>
        unsealed(Object.fromEntries(columns.map((column) => [column, row[column]]))),
      )
      expect({ table, rows: known.toSorted() }).toEqual({
        table,
        rows: rows.map(unsealed).toSorted(),
      })
    }
  })

  test('has every sealed value bound to its place', async () => {
    const offered: string[] = []
    await app.store.sealedValues.rewrite((sealed, place) => {
      offered.push(place)
      expect([place, app.runtime.cipher.isCurrent(sealed, place)]).toEqual([place, true])
      return null
    })
    const columns = new Set(offered.map((place) => place.split('/')[0]))
    const former = Object.keys(sealedColumns).filter(wasThere)
    expect([...columns].toSorted()).toEqual(former.toSorted())
  })

  test('has no addition to the protocol that it did not have', async () => {
    expect(await app.store.settings.find()).toMatchObject({
      ...everythingOff,
      ...signInAdditionsOff,
      refusalRecordsEnabled: false,
    })
    for (const path of ['/auth/revoke', '/auth/introspect']) {
      expect((await app.post(path, { token: 'x' })).status).toBe(404)
    }
    expect((await app.fetch('/.well-known/oauth-authorization-server')).status).toBe(404)
    const document = await (await app.fetch('/.well-known/openid-configuration')).json()
    expect(Object.keys(document).at(-1)).toBe('request_uri_parameter_supported')
  })

  test('keeps people signed in', async () => {
    const { challenge } = pkcePair()
    const request = { prompt: 'none', code_challenge: challenge, code_challenge_method: 'S256' }
    const visit = await returning(held.ada.cookies).visit(authorizePath(webClient(), request))
    expect(responseOf(visit)).toMatchObject({ code: expect.any(String) })
  })

  test('redeems a code that it had issued', async () => {
    const { code, verifier: code_verifier } = held.ada
    const { redirectUri: redirect_uri } = held.web
    const fields = { grant_type: 'authorization_code', code, code_verifier, redirect_uri }
    const { status, body } = await requestToken(app, webClient(), fields)
    expect([status, body.error_description]).toEqual([200, undefined])
  })

  test('answers with the access tokens that it had issued', async () => {
    const headers = { authorization: `Bearer ${held.ada.accessToken}` }
    const answer = await app.fetch('/userinfo', { headers })
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { sub: held.ada.subject, email: held.ada.email },
    ])
  })

  test.each(['refreshToken', 'offlineToken'] as const)('refreshes: the %s', async (name) => {
    const fields = { grant_type: 'refresh_token', refresh_token: held.ada[name] }
    const { status, body } = await requestToken(app, webClient(), fields)
    expect([status, body.error_description]).toEqual([200, undefined])
    expect(body.access_token).toBeDefined()
  })

  test('knows the secrets of its clients', async () => {
    const robot = held.robot as unknown as TestClient
    const fields = { grant_type: 'client_credentials', scope: 'inventory:read' }
    expect((await requestToken(app, robot, fields)).status).toBe(200)
    const wrong = { ...robot, secret: `${robot.secret.slice(0, -1)}z` }
    expect((await requestToken(app, wrong, fields)).status).toBe(401)
  })

  test('knows the second factor of its users', async () => {
    const person = browser(app)
    const { challenge } = pkcePair()
    const acr_values = 'urn:authserver:level2_optional'
    const request = { acr_values, code_challenge: challenge, code_challenge_method: 'S256' }
    await person.visit(authorizePath(webClient(), request))
    const { email, password, otpSecret } = held.otto
    const page = await person.submit({ email, password })
    expect(page.view?.page).toBe('otp')
    const last = await person.submit({ otp: codeAt(app, otpSecret) })
    expect(last.view?.page).toBe('consent')
  })

  test('goes on with a set-up of the second factor that was under way', async () => {
    const person = returning(held.finn.cookies)
    const page = await person.visit(held.finn.address)
    expect(page.view).toMatchObject({ page: 'otp-enrollment', secret: held.finn.otpSecret })
    const last = await person.submit({ otp: codeAt(app, held.finn.otpSecret) })
    expect(last.view?.page).toBe('consent')
  })

  test('keeps people at the account pages', async () => {
    const ctx = await contextFor({ headers: new Headers() }, 'a-request')
    const session = await findSession(ctx, held.konrad.cookies['authserver-console'] ?? null)
    const headers = { authorization: `Bearer ${session?.accessToken}` }
    const answer = await app.fetch('/api/v1/account/profile', { headers })
    expect([answer.status, (await answer.json()).user.email]).toEqual([200, held.konrad.email])
  })

  test('signs in to the mail server with the stored password', async () => {
    const ctx = await contextFor({ headers: new Headers() }, 'a-request')
    expect(mailServerOf(ctx).password).toBe(held.smtpPassword)
  })

  test('opens the codes and secrets that wait for their user', async () => {
    const users = await opened.prisma.user.findMany({
      where: { email: { in: [held.vera.email, held.pia.email] } },
    })
    const vera = users.find(({ email }) => email === held.vera.email)
    const pia = users.find(({ email }) => email === held.pia.email)
    const { cipher } = app.runtime
    const nothing = new Uint8Array()
    expect([
      cipher.open(
        vera?.emailVerificationCodeEncrypted ?? nothing,
        `users.email_verification_code_encrypted/${vera?.id ?? 0}`,
      ),
      cipher.open(
        pia?.otpEnrollmentSecretEncrypted ?? nothing,
        `users.otp_enrollment_secret_encrypted/${pia?.id ?? 0}`,
      ),
    ]).toEqual([held.vera.verificationCode, held.pia.otpSecret])
  })
})
