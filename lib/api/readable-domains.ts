import { type Caller, hasScope } from '#lib/domain/permissions/caller.ts'
import { acceptedScopes } from './scopes.ts'

/** Which domains of the Admin API a caller may read. */
export function readableDomains(caller: Caller) {
  const may = (access: 'users' | 'clients' | 'settings') =>
    hasScope(caller, ...acceptedScopes({ access, method: 'GET' }))
  return { users: may('users'), clients: may('clients'), settings: may('settings') }
}
