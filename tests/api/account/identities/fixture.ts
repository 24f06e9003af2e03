import { unique } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { fixture as accountFixture, type Person } from '../fixture.ts'

/** The server with providers switched on, and people who are connected to one. */
export async function fixture() {
  const common = await accountFixture()
  const { app, store, person } = common
  await app.changeSettings({ identityProvidersEnabled: true })
  return {
    ...common,
    /** A person who is connected to a provider of their own. */
    async connected(overrides: Parameters<typeof person>[0] = {}) {
      const one = await person(overrides)
      const provider = await aProvider(store)
      const link = await store.userIdentities.insert({
        createdAt: new Date(),
        userId: one.user.id,
        providerId: provider.id,
        issuer: provider.issuer,
        subject: unique('there'),
        email: 'me@there.example',
      })
      return { one, provider, link }
    },
  }
}

export const byPassword = ({ user }: Person) => ({ confirmation: { password: user.password } })
