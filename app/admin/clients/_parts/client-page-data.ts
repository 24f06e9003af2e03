import { cache } from 'react'
import { idInAddress, type SearchParams } from '#app/_ui/list/list-state.ts'
import { type Api, type Console, openConsole } from '#app/_ui/shell/api.ts'
import { mayManage, mayWrite } from '#app/_ui/shell/rights.ts'

/** The props that Next passes to a page of a client. */
export interface ClientPageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: SearchParams
}

/** A client with its redirect URIs and web origins. */
export type ClientRecord = Awaited<ReturnType<Api['getClient']>>['client']

export interface ClientPageData extends Console {
  readonly client: ClientRecord
  /** The visitor may change the client, as far as the page knows; the API decides. */
  readonly mayEdit: boolean
  /**
   * The client is built in or may request administrative scopes, and the visitor lacks `authserver:manage` to change
   * it.
   */
  readonly isBeyondReach: boolean
}

/** Opens the page's client; an unknown one shows the not-found page. */
export async function openClient({
  params,
}: Pick<ClientPageProps, 'params'>): Promise<ClientPageData> {
  const [console, client] = await Promise.all([openConsole(), readClient(await clientId(params))])
  const { visitor } = console
  const isAdministrator = client.isSystemLevelClient || client.administrativeScopesAllowed
  const mayWriteClients = mayWrite(visitor, 'clients')
  const isBeyondReach = mayWriteClients && !mayManage(visitor) && isAdministrator
  return { ...console, client, mayEdit: mayWriteClients && !isBeyondReach, isBeyondReach }
}

/** The id in the address, for calls in parallel with the one that reads the client. */
export async function clientId(params: ClientPageProps['params']): Promise<number> {
  return idInAddress((await params).id)
}

/** The permissions of a client, read once per request. */
export const readClientPermissions = cache(async (id: number) => {
  const { api } = await openConsole()
  return (await api.getClientPermissions({ params: { id } })).permissions
})

/** Reads a client once per request. */
const readClient = cache(async (id: number): Promise<ClientRecord> => {
  const { api } = await openConsole()
  return (await api.getClient({ params: { id } })).client
})
