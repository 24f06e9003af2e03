import { type ApiAnswer, type ApiError, apiClient, call, outcome } from '#tests/support/api.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { auditEntries } from '#tests/support/granted.ts'
import { aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { administrator } from '#tests/support/settings.ts'

/** The server, and callers: one who may do everything, and one with the scope of each domain. */
export async function scene() {
  const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  const { client: database } = await fileDatabase()
  const { store } = app
  const manager = await apiClient(app, ['manage'])
  const granular = await apiClient(app, ['manage-users'])
  const ofSettings = await apiClient(app, ['manage-settings'])
  return {
    app,
    store,
    database,
    manager,
    granular,
    ofSettings,
    /** Asks as the manager. */
    ask: <T = Record<string, never>>(
      method: string,
      path: string,
      body?: unknown,
    ): Promise<ApiAnswer<T & ApiError>> => call<T & ApiError>(manager, method, path, body),
    /** Status and code of what the manager is answered. */
    refusal: (method: string, path: string, body?: unknown) =>
      outcome(call(manager, method, path, body)),
    /** Does something and gives the audit entries written meanwhile. */
    async entriesOf(work: () => Promise<unknown>) {
      const before = (await auditEntries(database)).length
      await work()
      return (await auditEntries(database)).slice(before)
    },
    /** The id of a permission, named as a scope. */
    async permissionId(scope: string): Promise<number> {
      const [resource = '', permission = ''] = scope.split(':')
      const found = await store.permissions.find(resource, permission)
      if (!found) throw new Error(`There is no permission ${scope}.`)
      return found.id
    },
    /** The administrator that seeding made. */
    async firstAdministrator() {
      const found = await store.users.findByEmail(administrator.email)
      if (!found) throw new Error('The database was not seeded.')
      return found
    },
    /** A user who holds an administrative permission. */
    async anAdministrator(permission = 'admin-read') {
      const user = await aUser(store)
      await grantToUser(store, user, `authserver:${permission}`)
      return user
    },
  }
}

/** What every refusal by the administrative policy says in its challenge. */
export const manageChallenge =
  /^Bearer realm="authserver", error="insufficient_scope", error_description=".+", scope="authserver:manage"$/

/** Path segments that are no id. */
export const malformedIds = ['x', '1.5', '0x1', '9223372036854775808', '%20'] as const

/** Ids that no row has. */
export const unknownIds = ['0', '-1', '999999', '3000000000', '9223372036854775807'] as const

/** Bodies that are not the JSON object an operation expects. */
export const brokenBodies = ['', '{', '[]', 'null', '"x"', '{}{}'] as const

/** Identifiers that break the rule, with the code that says how. */
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

/** Identifiers at the edges of the rule. */
export const goodIdentifiers = ['abc', 'A-b_c', `a${'b'.repeat(36)}9`, 'a-_b'] as const
