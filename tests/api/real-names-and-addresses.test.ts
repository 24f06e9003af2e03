import { describe, expect, test } from 'vitest'
import { apiUser, call, outcome } from '#tests/support/api.ts'
import { brokenEmails, realEmails, realNames } from '#tests/support/inputs.ts'
import { requestToken, responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin, enter } from '../protocol/authorize/fixture.ts'

interface Answer {
  readonly user: { readonly id: number; readonly email: string; readonly familyName: string }
}

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const administrator = await aUser(store)
const manager = await apiUser(app, administrator, ['manage'])
const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })

const create = (fields: object) =>
  call<Answer>(manager, 'POST', '/api/v1/admin/users/create', {
    setPasswordType: 'now',
    password: 'Twelve-lanterns-4',
    ...fields,
  })

describe('a name that people have', () => {
  test('is accepted wherever names are', async () => {
    const user = await aUser(store)
    const own = await apiUser(app, user, ['manage-account'])
    for (const [index, name] of realNames.entries()) {
      const names = { givenName: name, middleName: name, familyName: name }
      const profile = { ...names, nickname: name }
      const created = await create({ email: `named-${index}@example.org`, ...names })
      expect([created.status, created.body.user]).toMatchObject([201, names])
      const path = `/api/v1/admin/users/${created.body.user.id}/profile`
      const saved = await call<Answer>(manager, 'PUT', path, profile)
      expect([saved.status, saved.body.user]).toMatchObject([200, profile])
      const mine = await call<Answer>(own, 'PUT', '/api/v1/account/profile', profile)
      expect([mine.status, mine.body.user]).toMatchObject([200, profile])
    }
  })

  test('is stored without white space around it and marks that nobody sees', async () => {
    const { body } = await create({
      email: 'trimmed@example.org',
      givenName: '\u200f\u00a0\u202eAda\u202c \u200e',
      familyName: '\u200b',
    })
    expect(body.user).toMatchObject({ givenName: 'Ada', familyName: '' })
  })

  test('stands in the claim `name` in the order of the person’s locale', async () => {
    const names = { givenName: 'Péter', familyName: 'Kovács', locale: 'hu' }
    const user = await aUser(store, names)
    const { body } = await requestToken(app, client, {
      grant_type: 'password',
      scope: 'openid profile',
      username: user.email,
      password: user.password,
    })
    const headers = { authorization: `Bearer ${body.access_token}` }
    const claims = await (await app.fetch('/userinfo', { headers })).json()
    expect(claims).toMatchObject({ name: 'Kovács Péter', family_name: 'Kovács' })
  })
})

describe('an address that exists', () => {
  test.each(realEmails)(
    'typed as %j is kept as %j and found in any form',
    async (typed, stored) => {
      const { status, body } = await create({ email: typed })
      expect([status, body.user?.email]).toEqual([201, stored])
      expect(await outcome(create({ email: stored }))).toEqual([409, 'EMAIL_ALREADY_EXISTS'])
      for (const email of [typed, stored, ` \u200e${stored.toUpperCase()}\u200f`]) {
        const { last } = await enter(app, client, {
          ...administrator,
          email,
          password: 'Twelve-lanterns-4',
        })
        expect(responseOf(last)?.code).toBeDefined()
      }
      const granted = await requestToken(app, client, {
        grant_type: 'password',
        username: typed,
        password: 'Twelve-lanterns-4',
      })
      expect(granted.status).toBe(200)
      const changed = await call<Answer>(
        manager,
        'PUT',
        `/api/v1/admin/users/${body.user.id}/email`,
        {
          email: `x${typed.replaceAll(/[\u200f\s]/g, '')}`,
        },
      )
      expect([changed.status, changed.body.user?.email]).toEqual([200, `x${stored}`])
    },
  )

  test('is accepted by registration and for one’s own account', async () => {
    await app.changeSettings({ selfRegistrationEnabled: true })
    for (const [index, [typed, stored]] of realEmails.entries()) {
      const person = visitor(app)
      await person.visit('/account/register')
      const password = 'Twelve-lanterns-4'
      const email = `r${typed.replaceAll(/[\u200f\s]/g, '')}`
      const page = await person.submit({ email, password, passwordConfirmation: password })
      expect(page.view?.page, typed).toBe('registered')
      expect(await store.users.findByEmail(`r${stored}`)).not.toBeNull()
      if (index > 6) continue
      const user = await aUser(store)
      const own = await apiUser(app, user, ['manage-account'])
      const body = { currentPassword: user.password, email: `own-${typed}` }
      const changed = await call<Answer>(own, 'PUT', '/api/v1/account/email', body)
      expect([changed.status, changed.body.user?.email]).toEqual([200, `own-${stored}`])
    }
  })

  test('stands in the sign-in page as the application hinted at it', async () => {
    const user = await aUser(store, { email: 'hint@xn--mller-kva.de' })
    const person = visitor(app)
    const page = await begin(person, client, { login_hint: 'hint@müller.de' })
    expect(page.view).toMatchObject({ email: 'hint@müller.de' })
    const last = await person.submit({ email: 'hint@müller.de', password: user.password })
    expect(responseOf(last)?.code).toBeDefined()
  })
})

test.each(brokenEmails)('%j cannot be an address', async (email) => {
  expect(await outcome(create({ email }))).toEqual([400, 'validator.email.invalid_format'])
})
