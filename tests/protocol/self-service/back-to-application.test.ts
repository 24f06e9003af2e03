import { afterAll, describe, expect, test } from 'vitest'
import type { View } from '#lib/answers/view.ts'
import type { Browser } from '#tests/support/browser.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'
import { begin } from '../authorize/fixture.ts'
import { anAddress, goodPassword, linkIn, mailTo, twice, withMail } from './fixture.ts'

/* What began at an application's sign-in ends at that application, in whichever browser the mail is read. */

const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
const outbox = await withMail(app)
afterAll(() => outbox.close())
await app.changeSettings({
  selfRegistrationEnabled: true,
  selfRegistrationRequiresEmailVerification: true,
})
const website = { websiteUrl: 'https://shop.example/', displayName: 'Shop', showDisplayName: true }
const client = await aClient(store, website)

async function beginAt(person: Browser): Promise<string> {
  const page = await begin(person, client, { state: 'mine' })
  return page.url.searchParams.get('ceremony') ?? ''
}

async function newestLink(email: string): Promise<string> {
  return linkIn((await mailTo(outbox, email)).at(-1))
}

/** Registers from a sign-in; returns the mailed link. */
async function register(person: Browser, email: string): Promise<string> {
  const ceremony = await beginAt(person)
  await person.visit(`/account/register?ceremony=${ceremony}`)
  await person.submit({ email })
  return newestLink(email)
}

/** Removes the rows of all sign-ins, as the cleaner does after their hour. */
function forgetSignIns() {
  return app.runtime.database.prisma.interaction.deleteMany()
}

/** Presses the button that starts the sign-in again. */
async function startsAgain(person: Browser, view: View | null): Promise<void> {
  if (!view || !('again' in view) || !view.again) throw new Error('Nothing starts again.')
  const page = await person.post('/auth/restart', { ...view.again })
  expect(page.view).toMatchObject({ page: 'sign-in', email: view.again.email })
}

describe('a registration', () => {
  test('in the same browser goes on at the sign-in, with the email filled in', async () => {
    const email = anAddress()
    const person = visitor(app)
    await person.visit(await register(person, email))
    const done = await person.submit(twice(goodPassword))
    const { view } = done
    expect(view).toMatchObject({ page: 'registered', client: { name: 'Shop' } })
    const ceremonyId = view?.page === 'registered' ? view.ceremonyId : ''
    const page = await person.visit(`/auth/pwd?ceremony=${ceremonyId}`)
    expect(page.view).toMatchObject({ page: 'sign-in', email })
    const answer = await person.submit({ email, password: goodPassword })
    expect(responseOf(answer)).toMatchObject({ state: 'mine', code: expect.any(String) })
  })

  test('in another browser is done, and names the application', async () => {
    const email = anAddress()
    const link = await register(visitor(app), email)
    const other = visitor(app)
    await other.visit(link)
    expect((await other.submit(twice(goodPassword))).view).toMatchObject({
      page: 'registered',
      ceremonyId: '',
      application: { name: 'Shop', websiteUrl: 'https://shop.example/' },
    })
  })

  test('whose sign-in is over meanwhile starts it again, with the email filled in', async () => {
    const email = anAddress()
    const person = visitor(app)
    await person.visit(await register(person, email))
    app.clock.advance(1_700)
    await forgetSignIns()
    const { view } = await person.submit(twice(goodPassword))
    expect(view).toMatchObject({
      page: 'registered',
      ceremonyId: '',
      client: { name: 'Shop' },
      again: { email },
    })
    await startsAgain(person, view)
    expect(responseOf(await person.submit({ email, password: goodPassword }))).toMatchObject({
      state: 'mine',
      code: expect.any(String),
    })
  })

  test('that waits for no mail starts it again, too, after refusals', async () => {
    await app.changeSettings({ selfRegistrationRequiresEmailVerification: false })
    const email = anAddress()
    const person = visitor(app)
    await person.visit(`/account/register?ceremony=${await beginAt(person)}`)
    await forgetSignIns()
    const refused = await person.submit({ email, password: 'x' })
    expect(refused.view).toMatchObject({ page: 'register', client: { name: 'Shop' } })
    const { view } = await person.submit({ email, ...twice(goodPassword) })
    await startsAgain(person, view)
    expect(responseOf(await person.submit({ email, password: goodPassword }))?.state).toBe('mine')
    await app.changeSettings({ selfRegistrationRequiresEmailVerification: true })
  })

  test.each(['x', 'a'.repeat(40_000)])(
    'ends without an application for the copy %.9s',
    async (copy) => {
      await app.changeSettings({ selfRegistrationRequiresEmailVerification: false })
      const email = anAddress()
      const person = visitor(app)
      await person.visit('/account/register')
      const { view } = await person.submit({ email, requestCopy: copy, ...twice(goodPassword) })
      expect(view).toEqual({ page: 'registered', ceremonyId: '', uiLocales: [] })
      await app.changeSettings({ selfRegistrationRequiresEmailVerification: true })
    },
  )
})

describe('a reset', () => {
  async function ask(person: Browser, email: string): Promise<string> {
    const ceremony = await beginAt(person)
    await person.visit(`/forgot-password?ceremony=${ceremony}`)
    await person.submit({ email })
    return newestLink(email)
  }

  test('goes on at the sign-in, with the email filled in', async () => {
    const { email } = await aUser(store)
    const person = visitor(app)
    await person.visit(await ask(person, email))
    const { view } = await person.submit(twice(goodPassword))
    expect(view).toMatchObject({ page: 'password-set', client: { name: 'Shop' } })
    const ceremonyId = view?.page === 'password-set' ? view.ceremonyId : ''
    await person.visit(`/auth/pwd?ceremony=${ceremonyId}`)
    const answer = await person.submit({ email, password: goodPassword })
    expect(responseOf(answer)?.state).toBe('mine')
  })

  test('whose sign-in is over meanwhile starts it again', async () => {
    const { email } = await aUser(store)
    const person = visitor(app)
    await person.visit(await ask(person, email))
    await forgetSignIns()
    expect((await person.submit(twice('short'))).view?.page).toBe('reset-password')
    const { view } = await person.submit(twice(goodPassword))
    await startsAgain(person, view)
    expect(responseOf(await person.submit({ email, password: goodPassword }))?.state).toBe('mine')
  })

  test('in another browser names the application', async () => {
    const { email } = await aUser(store)
    const link = await ask(visitor(app), email)
    const other = visitor(app)
    await other.visit(link)
    expect((await other.submit(twice(goodPassword))).view).toMatchObject({
      page: 'password-set',
      ceremonyId: '',
      application: { name: 'Shop' },
    })
  })

  test('starts with the email of the refused sign-in', async () => {
    const { email } = await aUser(store)
    const person = visitor(app)
    const ceremony = await beginAt(person)
    await person.submit({ email, password: 'wrong' })
    const page = await person.visit(`/forgot-password?ceremony=${ceremony}`)
    expect(page.view).toMatchObject({ page: 'forgot-password', email })
  })

  test('that begins at no sign-in ends without one', async () => {
    const { email } = await aUser(store)
    const person = visitor(app)
    await person.visit('/forgot-password')
    await person.submit({ email })
    const link = await newestLink(email)
    expect(link).not.toContain('ceremony')
    await person.visit(`${link}&ceremony=${'x'.repeat(5_000)}`)
    const { view } = await person.submit(twice(goodPassword))
    expect(view).toEqual({ page: 'password-set', ceremonyId: '', uiLocales: [] })
  })
})
