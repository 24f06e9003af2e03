import { expect, test } from 'vitest'
import { type Authenticator, authenticator } from '#tests/support/authenticator.ts'
import { fixture as accountFixture, type Person } from '../fixture.ts'

export type CreationOptions = Parameters<Authenticator['create']>[0]
export type RequestOptions = Parameters<Authenticator['get']>[0]

export const byPassword = ({ user }: Person) => ({ confirmation: { password: user.password } })

/** The server with passkeys and recovery codes switched on, and people with passkeys. */
export async function fixture() {
  const common = await accountFixture()
  const { app, person } = common
  await app.changeSettings({ passkeysEnabled: true, recoveryCodesEnabled: true })
  return {
    ...common,
    optionsOf,
    add,
    /** A person with one passkey, and what confirms by it. */
    async withPasskey(overrides: Parameters<typeof person>[0] = {}) {
      const one = await person(overrides)
      const key = authenticator()
      const { body } = await add(one, key)
      const assertion = async () => {
        const asked = await one.ask<{ options: RequestOptions }>('POST', '/confirmation/options')
        return key.get(asked.body.options)
      }
      const confirmed = async () => ({ confirmation: { passkey: await assertion() } })
      return { one, key, confirmed, id: body.passkey.id }
    },
    /** Runs work while settings differ. */
    async during(settings: Parameters<typeof app.changeSettings>[0], work: () => Promise<void>) {
      await app.changeSettings(settings)
      await work()
      await app.changeSettings({ passkeysEnabled: true, recoveryCodesEnabled: true })
    },
    /** Tests that wrong passwords use up the failures that changes of credentials share. */
    refusesAfterFailures(method: string, path: string) {
      test('after five wrong passwords, the right one is not looked at', async () => {
        const one = await person()
        const wrong = { confirmation: { password: 'Not-the-one-1' } }
        for (let i = 0; i < 5; i++) {
          expect(await one.refusal(method, path, wrong)).toEqual([400, 'AUTHENTICATION_FAILED'])
        }
        const { status, headers, body } = await one.ask(method, path, byPassword(one))
        expect([status, body.error_code]).toEqual([429, 'TOO_MANY_REQUESTS'])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      })
    },
  }
}

async function optionsOf(one: Person, body: object = byPassword(one)): Promise<CreationOptions> {
  const answer = await one.ask<{ options: CreationOptions }>('POST', '/passkeys/options', body)
  expect(answer.status).toBe(200)
  return answer.body.options
}

/** Adds a passkey, confirmed by the password. */
async function add(one: Person, key = authenticator()) {
  const credential = key.create(await optionsOf(one))
  return one.ask<{ passkey: { id: number } }>('POST', '/passkeys', { credential })
}
