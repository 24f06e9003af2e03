import { cache } from 'react'
import { idInAddress, type SearchParams } from '#app/_ui/list/list-state.ts'
import { type Api, type Console, openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { mayManage, mayWrite } from '#app/_ui/shell/rights.ts'
import { administrativePermissions, builtInResource } from '#lib/domain/permissions/built-in.ts'
import { type UserListState, userListStateOf } from './user-list-state.ts'

/** The props that Next passes to a page of a user. */
export interface UserPageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: SearchParams
}

/** A user with groups, direct permissions and attributes. */
export type UserDetails = Awaited<ReturnType<Api['getUser']>>['user']

export interface UserPageData extends Console {
  readonly user: UserDetails
  readonly listState: UserListState
  /** The visitor may change the user, as far as the page knows; the API decides. */
  readonly mayEdit: boolean
  /**
   * The user holds administrative permissions directly, and the visitor lacks `authserver:manage` to change such users.
   */
  readonly isBeyondReach: boolean
  /** The visitor's own record. */
  readonly isOwn: boolean
}

/**
 * Opens the page's user; an unknown one shows the not-found page. An administrator by group membership is not
 * recognized here: the API refuses the change instead.
 */
export async function openUser({ params, searchParams }: UserPageProps): Promise<UserPageData> {
  const { id } = await params
  const [console, user, listState] = await Promise.all([
    openConsole(),
    readUser(id),
    searchParams.then(userListStateOf),
  ])
  const { visitor } = console
  const isOwn =
    visitor.scopes.includes('authserver:manage-account') &&
    (await ownAccount()).subject === user.subject
  const mayWriteUsers = mayWrite(visitor, 'users')
  const isBeyondReach = mayWriteUsers && !mayManage(visitor) && holdsAdministration(user)
  return {
    ...console,
    user,
    listState,
    mayEdit: mayWriteUsers && !isBeyondReach,
    isBeyondReach,
    isOwn,
  }
}

/** Reads a user once per request. */
const readUser = cache(async (id: string): Promise<UserDetails> => {
  const params = { id: idInAddress(id) }
  const { api } = await openConsole()
  return (await api.getUser({ params })).user
})

function holdsAdministration({ permissions }: UserDetails): boolean {
  return permissions.some(
    ({ resource, permissionIdentifier }) =>
      resource.resourceIdentifier === builtInResource.identifier &&
      administrativePermissions.includes(permissionIdentifier),
  )
}
