import { expect, test } from 'vitest'
import { randomToken } from '#lib/kernel/random.ts'
import { type Column, tableOf } from '#lib/persistence/tables.ts'
import { aCeremony } from '#tests/support/ceremonies.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const { client: database, store } = await fileDatabase()

const before = new Uint8Array([1, 2, 3])
const after = new Uint8Array([4, 5, 6])

/** Every column that the schema says is sealed, by its table and name. */
const sealed = Object.values(tableOf).flatMap(({ name, columns }) =>
  columns.filter(isSealed).map(({ column }) => `${name}.${column}`),
)

function isSealed({ field, type }: Column): boolean {
  return type === 'Bytes' && (field === 'sealed' || field.endsWith('Encrypted'))
}

/** How many rows have this value in the column. */
async function rowsWith(column: string, value: Uint8Array): Promise<number> {
  const [name = ''] = column.split('.')
  const sql = `SELECT ${column} AS "value" FROM ${name} WHERE ${column} IS NOT NULL`
  const rows = await database.$queryRawUnsafe<{ value: Uint8Array }[]>(sql)
  return rows.filter((row) => Buffer.from(row.value).equals(value)).length
}

test('every sealed column is sealed anew', async () => {
  const client = await aClient(store, { clientSecretEncrypted: before })
  const pending = { otpEnrollmentSecretEncrypted: before }
  const secrets = { emailVerificationCodeEncrypted: before, otpSecretEncrypted: before }
  await aUser(store, { ...secrets, ...pending })
  await aCeremony(store, client, pending)
  await store.settings.update({ smtpPasswordEncrypted: before })
  await database.keyPair.updateMany({ data: { privateKeyEncrypted: before } })
  await store.consoleSessions.insert({
    cookieHash: randomToken(),
    sealed: before,
    expiresAt: testStart,
  })
  for (const column of sealed) expect([column, await rowsWith(column, before)]).not.toContain(0)

  await store.sealedValues.rewrite((value) => (Buffer.from(value).equals(before) ? after : null))
  for (const column of sealed) {
    expect([column, await rowsWith(column, before)]).toEqual([column, 0])
    expect([column, await rowsWith(column, after)]).not.toContain(0)
  }
})
