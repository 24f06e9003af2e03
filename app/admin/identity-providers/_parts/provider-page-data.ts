import { cache } from 'react'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { type Api, type Console, openConsole } from '#app/_ui/shell/api.ts'
import { mayManage } from '#app/_ui/shell/rights.ts'

/** The props that Next passes to a page of a provider. */
export interface ProviderPageProps {
  readonly params: Promise<{ readonly id: string }>
}

export type Provider = Awaited<ReturnType<Api['getIdentityProvider']>>['identityProvider']

export interface ProviderPageData extends Console {
  readonly provider: Provider
  /** A provider decides who its users are, so an administrator who can change one can become any user: owners only. */
  readonly mayEdit: boolean
}

/** Opens the page's provider; an unknown one shows the not-found page. */
export async function openProvider({ params }: ProviderPageProps): Promise<ProviderPageData> {
  const { id } = await params
  const [console, provider] = await Promise.all([openConsole(), readProvider(idInAddress(id))])
  return { ...console, provider, mayEdit: mayManage(console.visitor) }
}

/** Reads a provider once per request. */
const readProvider = cache(async (id: number): Promise<Provider> => {
  const { api } = await openConsole()
  return (await api.getIdentityProvider({ params: { id } })).identityProvider
})
