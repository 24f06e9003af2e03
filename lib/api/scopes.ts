import type { Access, Contract } from './contract/define.ts'

const domainScope = {
  users: 'authserver:manage-users',
  clients: 'authserver:manage-clients',
  settings: 'authserver:manage-settings',
} as const

/** The scopes that open the operation; one is enough (docs/specification.md "Admin API scopes"; "Account API"). */
export function acceptedScopes(contract: Pick<Contract, 'access' | 'method'>): readonly string[] {
  const { access, method } = contract
  return method === 'GET' ? readScopes(access) : writeScopes(access)
}

/** The scopes with which the operation is not refused in every case; one is enough. The gate takes `acceptedScopes`. */
export function usefulScopes(
  contract: Pick<Contract, 'access' | 'method' | 'needsManage'>,
): readonly string[] {
  return contract.needsManage ? ['authserver:manage'] : acceptedScopes(contract)
}

function readScopes(access: Access): readonly string[] {
  if (access === 'account' || access === 'secret') return writeScopes(access)
  if (access === 'any') return ['authserver:admin-read', ...writeScopes(access)]
  return ['authserver:admin-read', domainScope[access], 'authserver:manage']
}

function writeScopes(access: Access): readonly string[] {
  switch (access) {
    case 'account':
      return ['authserver:manage-account']
    case 'secret':
      return [domainScope.clients, 'authserver:manage']
    case 'any':
      return [...Object.values(domainScope), 'authserver:manage']
    default:
      return [domainScope[access], 'authserver:manage']
  }
}
