import { expect, test } from 'vitest'
import { columnName } from '#lib/persistence/database/names.ts'
import { dependentTables } from '#lib/persistence/maintenance/dependent-tables.ts'
import { columnsOf } from '#tests/support/columns.ts'
import { fileDatabase } from '#tests/support/file-database.ts'

/**
 * Tables in which a client or user has few rows, entered by an administrator or the user: one statement
 * deletes them. Rows that requests create are unlimited and belong in `dependentTables`.
 */
const few = {
  client: [
    'client_redirect_uris',
    'client_web_origins',
    'client_logos',
    'client_permissions',
    'client_introspection_resources',
    'client_uses',
    'client_registrations',
    'redirect_uri_uses',
  ],
  // Passkeys, codes and browsers of a user are limited in number.
  user: [
    'user_permissions',
    'user_profile_pictures',
    'user_attributes',
    'user_groups',
    'passkeys',
    'recovery_codes',
    'user_devices',
    'user_identities',
  ],
}
/**
 * Tables that reference a client or user but are not deleted with it, because their rows expire. Interactions last at
 * most an hour, a device's wait two; the mailed link of counted failures works for half an hour, a round trip to a
 * provider ten minutes; a provider's client is this server; audit entries and refusals outlive whom they name, and
 * counts of the dashboard their client.
 */
const staying = {
  client: ['audit_logs', 'identity_providers', 'refusal_records', 'sign_in_hours'],
  user: [
    'audit_logs',
    'refusal_records',
    'ceremonies',
    'device_authorizations',
    'provider_requests',
    'sign_in_failures',
  ],
}

test.each(['client', 'user'] as const)(
  'every table that names a %s says how it goes with it',
  async (kind) => {
    const { client, provider } = await fileDatabase()
    const naming = (await columnsOf(client, provider))
      .filter(({ column }) => column === `${kind}_id`)
      .map(({ table }) => table)
    const known = [...dependentTables[kind].map(columnName), ...few[kind], ...staying[kind]]
    expect(naming.sort()).toEqual(known.sort())
  },
)
