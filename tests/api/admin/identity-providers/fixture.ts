import { unique } from '#tests/support/people.ts'
import { fixture } from '../fixture.ts'

/** Nothing listens there: metadata cannot be read, which is a warning. */
const away = 'http://localhost:9'

export const newProvider = (more: Readonly<Record<string, unknown>> = {}) => ({
  alias: unique('p')
    .slice(-20)
    .replaceAll(/^[^a-z]/g, 'p'),
  preset: 'oidc',
  displayName: 'Partner',
  issuer: away,
  clientId: 'client-there',
  ...more,
})

export interface ProviderAnswer {
  readonly identityProvider: Readonly<Record<string, unknown>> & {
    readonly id: number
    readonly alias: string
  }
  readonly warning: string
}

/** The fixture of the area, with a way to add a provider by the API. */
export async function providersFixture() {
  const common = await fixture('manage-settings')
  return {
    ...common,
    async add(more: Readonly<Record<string, unknown>> = {}) {
      const { status, body } = await common.ask<ProviderAnswer>(
        'POST',
        '/identity-providers',
        newProvider(more),
      )
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body.identityProvider
    },
  }
}
