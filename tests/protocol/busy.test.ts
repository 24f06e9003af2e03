import { describe, expect, test } from 'vitest'
import { whileTooManySignIn } from '#tests/support/busy.ts'
import { requestToken, responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { entriesOf, errorOf, visitor } from '#tests/support/visitor.ts'
import { begin, interactionOf } from './authorize/fixture.ts'

const app = await server()
const { store } = app
const client = await aClient(store, { resourceOwnerPasswordCredentialsEnabled: true })

const budgets = () => app.runtime.database.prisma.rateLimit.findMany({ orderBy: { key: 'asc' } })

function expectSoon(headers: Headers): void {
  expect(headers.get('retry-after')).toMatch(/^([2-9]|10)$/)
  expect(headers.get('cache-control')).toBe('no-store')
}

describe('while more people sign in than can be served', () => {
  test.each([
    'ada@example.org',
    'grace.hopper+navy@example.org',
    'jo"><b>@example.org',
    'عدا@example.org',
  ])(
    'the form comes back with the address typed and without the password, and counts nothing (%s)',
    async (typed) => {
      const person = visitor(app)
      const ceremonyId = interactionOf(await begin(person, client, { ui_locales: 'de' }))
      const before = await budgets()
      const answer = await whileTooManySignIn(() =>
        person.post('/auth/pwd', { ceremonyId, email: typed, password: 'a-secret-word' }),
      )
      expect(answer.status).toBe(503)
      expectSoon(answer.headers)
      expect(answer.view).toMatchObject({
        page: 'sign-in',
        ceremonyId,
        email: typed,
        error: { key: 'handler.login.busy' },
        uiLocales: ['de'],
      })
      expect(JSON.stringify(answer.view)).not.toContain('a-secret-word')
      expect(await budgets()).toEqual(before)
      expect(await entriesOf(app, 'auth_failed_pwd', { email: typed })).toEqual([])
    },
  )

  test('the same sign-in goes on as soon as there is room', async () => {
    const { email, password } = await aUser(store)
    const person = visitor(app)
    const ceremonyId = interactionOf(await begin(person, client))
    for (let i = 0; i < 2; i++) {
      const answer = await whileTooManySignIn(() =>
        person.post('/auth/pwd', { ceremonyId, email, password }),
      )
      expect([answer.status, errorOf(answer)]).toEqual([503, 'handler.login.busy'])
    }
    expect(responseOf(await person.submit({ email, password }))?.code).toBeDefined()
  })

  test('a refusal does not tell who has an account', async () => {
    const { email } = await aUser(store)
    const answers = await whileTooManySignIn(() =>
      Promise.all(
        [email, 'nobody@example.org', `x${email}`].map(async (typed) => {
          const person = visitor(app)
          const ceremonyId = interactionOf(await begin(person, client))
          return person.post('/auth/pwd', { ceremonyId, email: typed, password: 'guess' })
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  })

  test('the password grant answers 503 in JSON, and counts nothing of the account', async () => {
    const { email, password } = await aUser(store)
    const fields = { grant_type: 'password', username: email, password, scope: 'openid' }
    const { status, headers, body } = await whileTooManySignIn(() =>
      requestToken(app, client, fields),
    )
    expect([status, body.error]).toEqual([503, 'server_error'])
    expectSoon(headers)
    expect(await entriesOf(app, 'ropc_auth_failed', { email })).toEqual([])
    expect((await requestToken(app, client, fields)).status).toBe(200)
  })

  test('nobody else waits: tokens of clients are issued as ever', async () => {
    const { status } = await whileTooManySignIn(() =>
      requestToken(app, client, { grant_type: 'authorization_code', code: 'none' }),
    )
    expect(status).toBe(400)
  })

  test('a registration comes back with its address', async () => {
    await app.changeSettings({ selfRegistrationEnabled: true })
    const person = visitor(app)
    await person.visit('/account/register')
    const email = 'new.person@example.org'
    const password = 'Twelve-lanterns-4'
    const fields = { email, password, passwordConfirmation: password }
    const answer = await whileTooManySignIn(() => person.submit(fields))
    expect([answer.status, errorOf(answer)]).toEqual([503, 'handler.login.busy'])
    expectSoon(answer.headers)
    expect(answer.view).toMatchObject({ page: 'register', email })
    expect(await store.users.findByEmail(email)).toBeNull()
    expect((await person.submit(fields)).view).toMatchObject({ page: 'registered' })
  })
})
