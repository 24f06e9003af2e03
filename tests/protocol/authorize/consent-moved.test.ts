import { expect, test, vi } from 'vitest'
import { approval } from '#tests/support/oauth.ts'
import { aClient, aResource, aUser, grantToUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { enter, newestCodeOf } from './fixture.ts'

const app = await server()
const { store } = app

test('a permission that is lost while its approval is stored is neither approved nor granted', async () => {
  await aResource(store, 'billing', ['read'])
  const client = await aClient(store, { consentRequired: true })
  const user = await aUser(store)
  await grantToUser(store, user, 'billing:read')
  const request = { scope: 'openid billing:read' }
  const { person, last } = await enter(app, client, user, { request })
  const { adminTransaction } = store
  vi.spyOn(store, 'adminTransaction').mockImplementationOnce(async (...work) => {
    await app.runtime.database.prisma.userPermission.deleteMany({ where: { userId: user.id } })
    return adminTransaction(...work)
  })
  await person.submit(approval(last))
  expect(await store.consents.find(user.id, client.id)).toMatchObject({ scope: 'openid' })
  expect(await newestCodeOf(app, user)).toMatchObject({ scope: 'openid' })
})
