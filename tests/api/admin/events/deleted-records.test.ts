import { expect, test } from 'vitest'
import { apiUser, call } from '#tests/support/api.ts'
import { aClient, aGroup, aResource, aUser } from '#tests/support/people.ts'
import { fixture } from './fixture.ts'

interface Named {
  readonly id?: number
  readonly name: string
  readonly deleted?: true
}
interface Page {
  readonly events: readonly (Readonly<Record<'user' | 'client' | 'group' | 'resource', Named>> & {
    readonly auditEvent: string
    readonly actor: Named
  })[]
}

const { app, ask, reader, granular } = await fixture()
const { store } = app
const list = async (query: string, by = reader) =>
  (await call<Page>(by, 'GET', `/events?${query}`)).body.events

test('who acted and who it is about keep their names after both were deleted', async () => {
  const actor = await aUser(store, { givenName: 'Bea', familyName: 'Baum' })
  const person = await aUser(store, { givenName: 'Cem', familyName: 'Can' })
  const nameless = await aUser(store, { givenName: '', middleName: '', familyName: '' })
  const manager = await apiUser(app, actor, ['manage'])
  for (const { id } of [person, nameless]) {
    await call(manager, 'PUT', `/users/${id}/enabled`, { enabled: false })
  }
  for (const { id } of [actor, person, nameless]) await ask('DELETE', `/users/${id}`)
  const byActor = await list(`actor=${actor.subject}&auditEvent=updated_user_details`)
  expect(byActor.map((entry) => entry.user)).toEqual([
    { id: nameless.id, name: nameless.email, deleted: true },
    { id: person.id, name: 'Cem Can', deleted: true },
  ])
  expect(byActor[0]?.actor).toEqual({ name: 'Bea Baum', deleted: true })
  const [about] = await list(`userId=${person.id}`)
  expect(about).toMatchObject({
    auditEvent: 'deleted_user',
    user: { name: 'Cem Can', deleted: true },
  })
  const [hidden] = await list(`userId=${person.id}`, granular)
  expect(hidden?.user).toEqual({ id: person.id, name: '' })
  const [byHidden] = await list(`actor=${actor.subject}`, granular)
  expect(byHidden?.actor).toEqual({ name: actor.subject })
})

test('a deleted client, group and resource keep their names', async () => {
  const client = await aClient(store)
  const group = await aGroup(store)
  const resource = await aResource(store, 'gone-api', [])
  for (const path of [`clients/${client.id}`, `groups/${group.id}`, `resources/${resource.id}`]) {
    expect((await ask('DELETE', `/${path}`)).status).toBe(200)
  }
  const [ofClient] = await list(`clientId=${client.id}`)
  expect(ofClient?.client).toMatchObject({ name: client.clientIdentifier, deleted: true })
  const [ofGroup] = await list(`groupId=${group.id}`)
  expect(ofGroup?.group).toMatchObject({ name: group.groupIdentifier, deleted: true })
  const [ofResource] = await list(`resourceId=${resource.id}`)
  expect(ofResource?.resource).toMatchObject({ name: 'gone-api', deleted: true })
})
