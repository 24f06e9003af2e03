import { expect, test } from 'vitest'
import { readSettledConfiguration } from '#lib/cli/configuration/read.ts'
import type { Context } from '#lib/context.ts'
import type { Store } from '#lib/persistence/store.ts'
import { testContext } from '#tests/support/context.ts'
import { aGroup, aResource, grantToGroup, unique } from '#tests/support/people.ts'

const { ctx, store } = await testContext()

/** A context that runs work after each read of the resources, before the groups are read. */
function withBetween(happens: (reading: number) => Promise<unknown>): Context {
  let readings = 0
  const list: Store['groups']['list'] = async () => {
    await happens(++readings)
    return store.groups.list()
  }
  return { ...ctx, store: { ...store, groups: { ...store.groups, list } } }
}

test('an export names no permission of a resource that was made while it was read', async () => {
  const group = await aGroup(store)
  const identifier = unique('resource')
  const changing = withBetween(async (reading) => {
    if (reading > 1) return
    await aResource(store, identifier, ['read'])
    await grantToGroup(store, group, `${identifier}:read`)
  })
  expect(await readSettledConfiguration(changing, false)).toMatchObject({
    resources: expect.arrayContaining([
      expect.objectContaining({ resourceIdentifier: identifier }),
    ]),
    groups: [{ groupIdentifier: group.groupIdentifier, permissions: [`${identifier}:read`] }],
  })
})

test('an export of what is changed all the time is refused', async () => {
  const changing = withBetween(() => aGroup(store))
  await expect(readSettledConfiguration(changing, false)).rejects.toThrow(
    'The configuration keeps changing. Try again later.',
  )
})
