import type { Api } from '#app/_ui/shell/api.ts'
import type { Provider } from './provider-page-data.ts'

/** How many people have no way to sign in but this provider, by its id; only of those that users depend on. */
export async function dependentsOf(
  api: Api,
  providers: readonly Provider[],
): Promise<ReadonlyMap<number, number>> {
  const asked = providers.filter(({ enabled, links }) => enabled && links > 0)
  const answers = await Promise.all(
    asked.map(({ id }) => api.getIdentityProvider({ params: { id } })),
  )
  return new Map(
    answers.map(({ identityProvider: { id, dependents } }) => [id, dependents ?? 0] as const),
  )
}
