import { openConsole } from '#app/_ui/shell/api.ts'
import type { ClientPageProps } from '#app/admin/clients/_parts/client-page-data.ts'

/**
 * The address of the refused request that led here, if it may be added (a slash, a port: never another host). The link
 * does not contain the address, so no foreign link can fill the form in.
 */
export async function proposedAddress(
  { searchParams }: Pick<ClientPageProps, 'searchParams'>,
  clientId: number,
  registered: readonly string[],
): Promise<string | undefined> {
  const { refusal: id } = await searchParams
  if (typeof id !== 'string' || !/^[1-9]\d{0,14}$/.test(id)) return undefined
  const { api } = await openConsole()
  const { refusal, facts } = await api.getRefusal({ params: { id: Number(id) } })
  const { received, mayAdd } = facts
  if (refusal.clientId !== clientId || mayAdd !== true || typeof received !== 'string') {
    return undefined
  }
  return registered.includes(received) ? undefined : received
}
