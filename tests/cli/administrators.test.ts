import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import { aSession } from '#tests/support/granted.ts'
import { signIn } from '#tests/support/oauth.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { aClient, aGroup, aUser, grantToGroup, grantToUser } from '#tests/support/people.ts'
import { server, type TestServer } from '#tests/support/server.ts'
import { sessionsOf } from '#tests/support/sessions-of-user.ts'
import { administrator } from '#tests/support/settings.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { enter } from '../protocol/authorize/fixture.ts'
import { runCommand, runForJson } from './run-command.ts'

let app: TestServer
let database: { readonly url: string }
const now = new Date()

beforeAll(async () => {
  app = await server({ now })
  database = { url: app.config.databaseUrl }
})

async function held(email: string): Promise<string[]> {
  const user = await app.store.users.findByEmail(email)
  const permissions = await app.store.permissions.heldByUser(user?.id ?? 0)
  return permissions.map((one) => one.permissionIdentifier).sort()
}

/** Names and actors of the audit entries about a user, oldest first. */
async function entriesAbout(userId: number): Promise<[event: string, actor: unknown][]> {
  const rows = await app.runtime.database.prisma.auditLog.findMany({ orderBy: { id: 'asc' } })
  return rows
    .map((row) => ({ event: row.auditEvent, details: JSON.parse(row.details) }))
    .filter(({ details }) => details.userId === userId || details.targetId === userId)
    .map(({ event, details }) => [event, details.loggedInUser])
}

describe('create-admin', () => {
  test('makes a user who may manage everything and signs in with the printed password', async () => {
    const argv = ['create-admin', '--email', 'New.Admin@Example.org', '--given-name', 'Grace']
    const made = await runForJson<{ email: string; password: string }>(database, argv)
    expect(made.email).toBe('new.admin@example.org')
    expect(await held(made.email)).toEqual(['manage', 'manage-account'])
    const user = await app.store.users.findByEmail(made.email)
    if (!user) throw new Error('The user is missing.')
    expect(user).toMatchObject({ givenName: 'Grace', emailVerified: true, enabled: true })
    const client = await aClient(app.store)
    const signedIn = await signIn(app, client, { ...user, password: made.password })
    expect(signedIn.code).not.toBe('')
    expect(await entriesAbout(user.id)).toContainEqual(['created_user', 'command line'])
    expect(await entriesAbout(user.id)).toContainEqual([
      'administrative_permission_changed',
      'command line',
    ])
  })

  test('takes names and addresses that people have, and finds an address in any form', async () => {
    const named = ['--given-name', '伟', '--family-name', 'O’Brien']
    const argv = ['create-admin', '--email', "o'hara@MÜNCHEN.example", ...named]
    const made = await runForJson<{ email: string }>(database, argv)
    expect(made.email).toBe("o'hara@xn--mnchen-3ya.example")
    expect(await app.store.users.findByEmail(made.email)).toMatchObject({
      givenName: '伟',
      familyName: 'O’Brien',
    })
    const again = ['reset-admin-password', '--email', "\u200fo'hara@münchen.example"]
    expect((await runForJson<{ email: string }>(database, again)).email).toBe(made.email)
  })

  test('takes a password from a pipe and does not print it', async () => {
    const argv = ['create-admin', '--email', 'piped@example.org', '--password-from-stdin']
    const { code, out, err } = await runCommand(database, argv, { input: 'Correct-horse-77\n' })
    expect(code).toBe(0)
    expect(out + err).not.toContain('Correct-horse-77')
    const user = await app.store.users.findByEmail('piped@example.org')
    if (!user) throw new Error('The user is missing.')
    const client = await aClient(app.store)
    expect((await signIn(app, client, { ...user, password: 'Correct-horse-77' })).code).not.toBe('')
  })

  test('refuses a password that the policy does not allow, and makes nobody', async () => {
    const argv = ['create-admin', '--email', 'weak@example.org', '--password-from-stdin']
    const { code, err } = await runCommand(database, argv, { input: 'short\n' })
    expect([code, err]).toEqual([1, expect.stringContaining('8')])
    expect(await app.store.users.findByEmail('weak@example.org')).toBeNull()
  })

  test('names the other command for an address that somebody has', async () => {
    const argv = ['create-admin', '--email', ` ${administrator.email.toUpperCase()}`]
    const { code, err } = await runCommand(database, argv)
    expect([code, err]).toEqual([1, expect.stringContaining('reset-admin-password')])
  })

  test.each(['', 'two\nlines\n', 'x'.repeat(20_000), Buffer.from('longer passwörd 99', 'latin1')])(
    'refuses %j as a password from a pipe',
    async (input) => {
      const argv = ['create-admin', '--email', 'odd@example.org', '--password-from-stdin']
      expect((await runCommand(database, argv, { input })).code).toBe(2)
    },
  )
})

describe('reset-admin-password', () => {
  test('lets a disabled, demoted user who lost the phone in again', async () => {
    const user = await aUser(app.store, {
      enabled: false,
      otpEnabled: true,
      secrets: { otpSecret: 'JBSWY3DPEHPK3PXP' },
    })
    const argv = ['reset-admin-password', '--email', user.email, '--disable-two-factor']
    const done = await runForJson<{ password: string }>(database, argv)
    expect(done).toMatchObject({
      reenabled: true,
      permissionGranted: true,
      twoFactorEnabled: false,
      twoFactorDisabled: true,
    })
    expect(await held(user.email)).toEqual(['manage'])
    const client = await aClient(app.store)
    const stored = await app.store.users.findById(user.id)
    expect(stored).toMatchObject({ enabled: true, otpEnabled: false, otpSecretEncrypted: null })
    expect((await signIn(app, client, { ...user, password: done.password })).code).not.toBe('')
    const events = await entriesAbout(user.id)
    for (const event of ['updated_user_authentication', 'disabled_otp', 'added_user_permission']) {
      expect(events).toContainEqual([event, 'command line'])
    }
  })

  test('tells the user by mail, once it is done', async () => {
    const outbox = await openOutbox()
    const { host: smtpHost, port: smtpPort } = outbox
    await app.changeSettings({ smtpEnabled: true, smtpHost, smtpPort, smtpEncryption: 'none' })
    const user = await aUser(app.store, {
      otpEnabled: true,
      locale: 'es',
      secrets: { otpSecret: 'JBSWY3DPEHPK3PXP' },
    })
    const argv = ['reset-admin-password', '--email', user.email, '--disable-two-factor']
    await runForJson(database, argv)
    await app.changeSettings({ smtpEnabled: false })
    await outbox.close()
    const subjects = outbox.messages.map(({ to, subject }) => [to[0], subject])
    expect(subjects.toSorted()).toEqual([
      [user.email, 'La verificación en dos pasos está desactivada'],
      [user.email, 'Tu contraseña ha cambiado'],
    ])
  })

  test('ends every session of the user', async () => {
    const user = await aUser(app.store)
    await signIn(app, await aClient(app.store), user)
    expect(await sessionsOf(app.store, user.id)).toHaveLength(1)
    await runForJson(database, ['reset-admin-password', '--email', user.email])
    expect(await sessionsOf(app.store, user.id)).toEqual([])
  })

  test('ends more sessions than one transaction does before the command is done', async () => {
    const user = await aUser(app.store)
    const { id: _, cookie: _cookie, ...session } = await aSession(app.store, user)
    const others = Array.from({ length: 1_250 }, () => randomUuid())
    const data = others.map((name) => ({ ...session, sessionIdentifier: name, cookieHash: name }))
    await app.runtime.database.prisma.userSession.createMany({ data })
    await runForJson(database, ['reset-admin-password', '--email', user.email])
    expect(await sessionsOf(app.store, user.id)).toEqual([])
  })

  test('finds the user however the address is written', async () => {
    const { email } = await aUser(app.store)
    const argv = ['reset-admin-password', '--email', ` ${email.toUpperCase()} `]
    expect(await runForJson(database, argv)).toMatchObject({ email, permissionGranted: true })
  })

  test('grants nothing to who may manage already, and keeps two-factor unless asked', async () => {
    const user = await aUser(app.store, { otpEnabled: true })
    await grantToGroup(app.store, await aGroup(app.store, {}, [user]), 'authserver:manage')
    const argv = ['reset-admin-password', '--email', user.email]
    const { code, out } = await runCommand(database, argv)
    expect(code).toBe(0)
    expect(out).toContain('One-time codes are still required')
    expect(await app.store.permissionGrants.idsOf({ kind: 'user', id: user.id })).toEqual([])
  })

  test('tells a script what was done, never as if the account were disabled', async () => {
    const user = await aUser(app.store, { otpEnabled: true })
    await grantToUser(app.store, user, 'authserver:manage')
    const done = await runForJson(database, ['reset-admin-password', '--email', user.email])
    expect(done).toEqual({
      email: user.email,
      reenabled: false,
      permissionGranted: false,
      twoFactorEnabled: true,
      twoFactorDisabled: false,
      passkeysRemoved: 0,
      passkeysLeft: 0,
      password: expect.any(String),
    })
  })

  test('lets the last administrator in who lost phone, passkey and codes', async () => {
    await app.changeSettings({ passkeysEnabled: true })
    const user = await aUser(app.store, {
      otpEnabled: true,
      passkeySecondFactor: true,
      secrets: { otpSecret: 'JBSWY3DPEHPK3PXP' },
    })
    await aStoredPasskey(app.store, user.id)
    const argv = ['reset-admin-password', '--email', user.email, '--disable-two-factor']
    const first = await runForJson<{ password: string }>(database, argv)
    expect(first).toMatchObject({ twoFactorDisabled: true, passkeysRemoved: 0, passkeysLeft: 1 })
    const demanding = await aClient(app.store, {
      defaultAcrLevel: 'urn:authserver:level2_mandatory',
    })
    const pageWith = async (password: string) =>
      (await enter(app, demanding, { ...user, password })).last.view?.page
    // Where the second step is demanded, the passkey that is left is asked for.
    expect(await pageWith(first.password)).toBe('passkey')
    const done = await runForJson<{ password: string }>(database, [...argv, '--remove-passkeys'])
    expect(done).toMatchObject({ passkeysRemoved: 1, passkeysLeft: 0 })
    expect(await pageWith(done.password)).toBe('otp-enrollment')
    await app.changeSettings({ passkeysEnabled: false })
  })

  test('refuses an address that nobody has', async () => {
    const argv = ['reset-admin-password', '--email', 'nobody@example.org']
    const { code, err } = await runCommand(database, argv)
    expect([code, err]).toEqual([1, expect.stringContaining('No user has the address')])
  })
})

describe('a command', () => {
  let other: OpenDatabase
  beforeAll(async () => {
    other = await openSeededDatabase()
  })
  afterAll(() => other?.close())

  test('refuses a database that a migration is missing in, and changes nothing', async () => {
    await other.client.$executeRawUnsafe('DELETE FROM "_prisma_migrations"')
    const { code, err } = await runCommand(other, ['rotate-keys'])
    expect([code, err]).toEqual([1, expect.stringContaining('Start the server once')])
  })
})
