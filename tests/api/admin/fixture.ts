import { type ApiAnswer, type ApiError, apiClient, call, outcome } from '#tests/support/api.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { administrator } from '#tests/support/settings.ts'

/**
 * The server, a caller with all permissions and one with only a granular scope.
 * @param granularScope the scope of the tested domain
 */
export async function fixture(
  granularScope: 'manage-users' | 'manage-clients' | 'manage-settings' = 'manage-users',
) {
  const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  const { client: database, provider } = await fileDatabase()
  const { store } = app
  const manager = await apiClient(app, ['manage'])
  const granular = await apiClient(app, [granularScope])
  const entries = () => auditEntries(database)
  return {
    app,
    store,
    database,
    provider,
    manager,
    granular,
    /** Calls as the manager. */
    ask: <T = Record<string, never>>(
      method: string,
      path: string,
      body?: unknown,
    ): Promise<ApiAnswer<T & ApiError>> => call<T & ApiError>(manager, method, path, body),
    /** Status and error code of a call as the manager. */
    refusal: (method: string, path: string, body?: unknown) =>
      outcome(call(manager, method, path, body)),
    /** All audit entries, oldest first. */
    entries,
    /** The newest audit entries, oldest first. */
    lastEntries: async (count: number) => (await entries()).slice(-count),
    async entriesOf(work: () => Promise<unknown>) {
      const before = (await entries()).length
      await work()
      return (await entries()).slice(before)
    },
    /** The id of a permission, named as a scope. */
    async permissionId(scope: string): Promise<number> {
      const [resource = '', permission = ''] = scope.split(':')
      const found = await store.permissions.find(resource, permission)
      if (!found) throw new Error(`There is no permission ${scope}.`)
      return found.id
    },
    async firstAdministrator() {
      const found = await store.users.findByEmail(administrator.email)
      if (!found) throw new Error('The database was not seeded.')
      return found
    },
    async anAdministrator(permission = 'admin-read') {
      const user = await aUser(store)
      await grantToUser(store, user, `authserver:${permission}`)
      return user
    },
  }
}

export const malformedIds = ['x', '1.5', '0x1', '9223372036854775808', '%20'] as const

export const unknownIds = [
  '0',
  '-1',
  '999999',
  '2147483648',
  '3000000000',
  '9007199254740993',
  '9223372036854775807',
] as const

/** Bodies that are not the JSON object an operation expects. */
export const brokenBodies = ['', '{', '[]', 'null', '"x"', '{}{}'] as const

/** Invalid identifiers, with the expected error code. */
export const badIdentifiers = [
  ['', 'VALIDATION_ERROR'],
  ['   ', 'VALIDATION_ERROR'],
  ['a'.repeat(39), 'validator.identifier.too_long'],
  ['ab', 'validator.identifier.too_short'],
  ['1st', 'validator.identifier.invalid_format'],
  ['-ab', 'validator.identifier.invalid_format'],
  ['ab-', 'validator.identifier.invalid_format'],
  ['ab_', 'validator.identifier.invalid_format'],
  ['a--b', 'validator.identifier.invalid_format'],
  ['a__b', 'validator.identifier.invalid_format'],
  ['a b', 'validator.identifier.invalid_format'],
  ['a.b', 'validator.identifier.invalid_format'],
  [' abc', 'validator.identifier.invalid_format'],
  ['abc\n', 'validator.identifier.invalid_format'],
  ['é-un', 'validator.identifier.invalid_format'],
] as const

/** Identifiers at the limits of the rule. */
export const goodIdentifiers = ['abc', 'A-b_c', `a${'b'.repeat(36)}9`, 'a-_b'] as const
