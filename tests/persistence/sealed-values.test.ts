import { expect, test } from 'vitest'
import { type SealedColumn, sealedColumns } from '#lib/base/crypto/sealed-columns.ts'
import { columnsOf, type DatabaseColumn } from '#tests/support/columns.ts'
import { testProvider } from '#tests/support/databases.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { anInteraction } from '#tests/support/interactions.ts'
import { aClient, aUser } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { testStart } from '#tests/support/settings.ts'

const { client: database, store } = await fileDatabase()

const before = new Uint8Array([1, 2, 3])
const after = new Uint8Array([4, 5, 6])

const columns = Object.keys(sealedColumns) as SealedColumn[]

function isSealed({ column, isBinary }: DatabaseColumn): boolean {
  return isBinary && (column === 'sealed' || column.endsWith('_encrypted'))
}

/** The encrypted values of a column, with the row's name that is bound to each. */
async function valuesOf(column: SealedColumn): Promise<{ place: string; value: Uint8Array }[]> {
  const [table, name] = column.split('.')
  const sql = `SELECT "${sealedColumns[column]}" AS "row", "${name}" AS "value" FROM "${table}"
    WHERE "${name}" IS NOT NULL`
  const rows = await database.$queryRawUnsafe<{ row: string | number; value: Uint8Array }[]>(sql)
  return rows.map(({ row, value }) => ({ place: `${column}/${row}`, value }))
}

test('the list of sealed columns has every one of the schema', async () => {
  const ofSchema = (await columnsOf(database, testProvider()))
    .filter(isSealed)
    .map(({ table, column }) => `${table}.${column}`)
  expect(columns.toSorted()).toEqual(ofSchema.toSorted())
})

test('every sealed value is offered for re-encryption, with its place', async () => {
  const client = await aClient(store)
  await store.clients.update(client.id, { clientSecretEncrypted: before })
  const pending = { otpEnrollmentSecretEncrypted: before }
  const secrets = {
    emailVerificationCodeEncrypted: before,
    factorCodeEncrypted: before,
    otpSecretEncrypted: before,
    pendingEmailCodeEncrypted: before,
  }
  await aUser(store, { ...secrets, ...pending })
  await anInteraction(store, client, {
    ...pending,
    emailCodeEncrypted: before,
    newCodesEncrypted: before,
    pendingIdentityEncrypted: before,
  })
  await aProvider(store, { clientSecretEncrypted: before })
  await store.settings.update({ smtpPasswordEncrypted: before })
  await database.keyPair.updateMany({ data: { privateKeyEncrypted: before } })
  await store.consoleSessions.insert({
    cookieHash: 'hash-of-a-cookie',
    sealed: before,
    expiresAt: testStart,
  })
  await database.deviceAuthorization.create({
    data: {
      createdAt: testStart,
      expiresAt: testStart,
      deviceCodeHash: 'hash-of-a-device-code',
      userCodeHash: 'hash-of-a-user-code',
      clientId: client.id,
      scope: 'openid',
      targetAcr: 'level1',
      ipAddress: '',
      userAgent: '',
      approvedEncrypted: before,
    },
  })
  await database.pushedRequest.create({
    data: {
      handleHash: 'hash-of-a-handle',
      clientId: client.id,
      parametersEncrypted: before,
      expiresAt: testStart,
    },
  })
  const stored = (await Promise.all(columns.map(valuesOf))).flat()
  for (const column of columns) {
    expect(stored.some(({ place }) => place.startsWith(`${column}/`))).toBe(true)
  }
  expect(stored.map(({ place }) => place)).toContain('console_sessions.sealed/hash-of-a-cookie')

  const offered: string[] = []
  const { replaced } = await store.sealedValues.rewrite((value, place) => {
    offered.push(place)
    return Buffer.from(value).equals(before) ? after : null
  })
  expect(offered.toSorted()).toEqual(stored.map(({ place }) => place).toSorted())
  const isBefore = ({ value }: { value: Uint8Array }) => Buffer.from(value).equals(before)
  expect(replaced).toBe(stored.filter(isBefore).length)
  const now = (await Promise.all(columns.map(valuesOf))).flat()
  expect(now.filter(isBefore)).toEqual([])
})
