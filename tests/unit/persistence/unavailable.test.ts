import { describe, expect, test } from 'vitest'
import { isUnavailable } from '#lib/persistence/errors.ts'

const coded = (code: string, cause?: unknown) =>
  Object.assign(new Error('what the driver says', { cause }), { code })

describe('a failure is the database being away', () => {
  test.each([
    ['of the network', coded('ECONNRESET')],
    ['of a name that is not found', coded('EAI_AGAIN')],
    ['below another error', coded('UNKNOWN', coded('ECONNREFUSED'))],
    ['of a connection that ends', coded('08006')],
    ['of an administrator who ends it', coded('57P01')],
    ['of too many connections', coded('53300')],
    ['of a full disk', coded('53100')],
    ['of a statement that took too long', coded('57014')],
    ['of a lock that was not free', coded('55P03')],
    ['of a server that became a replica', coded('25006')],
    ['of SQLite, locked', coded('SQLITE_BUSY_SNAPSHOT')],
    ['of SQLite, disk', coded('SQLITE_IOERR_WRITE')],
    ['of SQLite, full', coded('SQLITE_FULL')],
    ['of the pool', new Error('timeout exceeded when trying to connect')],
    ['of a connection, in words', new Error('Connection terminated unexpectedly')],
    ['of a driver that waits no longer', new Error('Query read timeout')],
    ['by the name of the client’s adapter', { cause: { kind: 'DatabaseNotReachable' } }],
  ])('%s', (_, error) => {
    expect(isUnavailable(error)).toBe(true)
  })
})

describe('a failure is not', () => {
  test.each([
    ['of the statement', coded('42601')],
    ['of a unique value', coded('23505')],
    ['of a value', coded('22P02')],
    ['of a column that is missing', coded('42703')],
    ['of the program', new TypeError('undefined is not a function')],
    ['in the middle of a sentence', new Error('We said: connection terminated')],
    ['nothing at all', undefined],
  ])('%s', (_, error) => {
    expect(isUnavailable(error)).toBe(false)
  })
})
