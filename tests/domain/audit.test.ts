import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { logOptions } from '#lib/base/log/log.ts'
import { adminTransaction, transaction } from '#lib/context.ts'
import { audit, auditRefusal } from '#lib/domain/audit/audit.ts'
import { testContext } from '#tests/support/context.ts'
import { aUser } from '#tests/support/people.ts'

const { ctx, store } = await testContext()

/** Identifiers of the test's clients in their audit entries, oldest first. */
async function audited(): Promise<unknown[]> {
  const entries = await store.auditLog.list({ auditEvent: 'deleted_client' }, 1, 100)
  return entries.map(({ details }) => JSON.parse(details).clientId).reverse()
}

describe.each([
  ['an administrative transaction', adminTransaction],
  ['a transaction', transaction],
] as const)('in %s', (_, run) => {
  test('entries are stored in the order of what they tell, however many', async () => {
    const before = await audited()
    const ids = Array.from({ length: 40 }, (_, i) => 1_000 + i)
    await run(ctx, async (tx) => {
      for (const clientId of ids) audit(tx, 'deleted_client', { clientId })
    })
    expect(await audited()).toEqual([...before, ...ids])
  })

  test('what was undone leaves no entry', async () => {
    const before = await audited()
    const failing = run(ctx, async (tx) => {
      audit(tx, 'deleted_client', { clientId: 1 })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await audited()).toEqual(before)
  })

  test('a change whose entry cannot be stored is undone', async () => {
    const user = await store.users.findById((await aUser(store)).id)
    if (!user) throw new Error('There is no user.')
    const change = run(ctx, async (tx) => {
      await tx.store.users.touch(user.id)
      tx.auditEntries.push({
        createdAt: ctx.now,
        auditEvent: null as never,
        details: '{}',
        requestId: '',
      })
    })
    await expect(change).rejects.toThrow()
    expect(await store.users.findById(user.id)).toEqual(user)
  })
})

describe('at the log level', () => {
  test.each([
    ['trace', 2],
    ['warn', 2],
    ['fatal', 2],
    ['silent', 0],
  ])('%s the log gets %i of two entries', async (level, count) => {
    const sink = new PassThrough()
    const log = pino(logOptions(level), sink)
    await adminTransaction({ ...ctx, log }, async (tx) =>
      audit(tx, 'deleted_client', { clientId: 1 }),
    )
    await auditRefusal({ ...ctx, log }, 'auth_failed_pwd', { email: 'ada@example.org' })
    log.info('something else')
    const lines = String(sink.read() ?? '').split('\n')
    const records = lines.filter(Boolean).map((line) => JSON.parse(line))
    expect(records.filter(({ msg }) => msg === 'audit')).toEqual(
      [
        { audit_event: 'deleted_client', clientId: 1 },
        { audit_event: 'auth_failed_pwd', email: 'ada@example.org' },
      ]
        .slice(0, count)
        .map((record) => expect.objectContaining({ ...record, level: 'info' })),
    )
    expect(records.length - count).toBe(level === 'trace' ? 1 : 0)
  })
})
