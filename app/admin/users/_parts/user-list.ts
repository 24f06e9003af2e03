import { daysBefore } from '#app/_ui/list/days-before.ts'
import type { ListAddress, ListDefinition } from '#app/_ui/list/list-address.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'

const yesOrNo = ['true', 'false'] as const

/** The list of users: what its address may say. */
export const userList: ListDefinition = {
  name: 'users',
  path: '/admin/users',
  sorts: { name: 'asc', email: 'asc', lastSignInAt: 'desc', createdAt: 'desc' },
  sort: 'name',
  filters: {
    enabled: yesOrNo,
    twoFactor: yesOrNo,
    group: 'id',
    permission: 'id',
    passkey: yesOrNo,
    administrator: yesOrNo,
    emailVerified: yesOrNo,
    signedIn: ['7', '30', 'not90', 'never'],
    created: ['7', '30', '365'],
  },
  columns: [
    'status',
    'groups',
    'twoFactor',
    'lastSignIn',
    'created',
    'username',
    'phone',
    'locale',
    'subject',
  ],
  hidden: ['username', 'phone', 'locale', 'subject'],
}

type Query = NonNullable<NonNullable<Parameters<Api['searchUsers']>[0]>['query']>

/** The search, the filters and the order of an address, as the API takes them. */
export function userQuery({ query, sort, order, filters }: ListAddress, now: Date): Query {
  const { signedIn, created, ...same } = filters
  return {
    ...(same as Query),
    query,
    sort: sort as NonNullable<Query['sort']>,
    order,
    ...(signedIn ? signInQuery(signedIn, now) : {}),
    ...(created ? { createdSince: daysBefore(now, Number(created)) } : {}),
  }
}

function signInQuery(signedIn: string, now: Date): Query {
  if (signedIn === 'never') return { neverSignedIn: 'true' }
  if (signedIn === 'not90') return { signedInBefore: daysBefore(now, 90) }
  return { signedInSince: daysBefore(now, Number(signedIn)) }
}
