import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSelfRegisteredClient } from '#tests/api/admin/clients/self-registered.ts'
import { aClient, aGroup, aUser, grantToUser } from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import {
  anAccountHolder,
  type ConsoleServer,
  comeBack,
  consoleCookie,
  consoleServer,
  returning,
} from './fixture.ts'

let running: ConsoleServer
let cookie: string

beforeAll(async () => {
  running = await consoleServer()
  const visitor = await anAccountHolder(running)
  await grantToUser(running.app.store, visitor, 'authserver:manage')
  const back = await returning(running.app, visitor, '/admin/clients')
  await comeBack(running.app, back)
  cookie = consoleCookie(back.person)
})
afterAll(() => running.stop())

/** Sends a form, with the values that its page had read. */
async function save(path: string, read: object, fields: readonly [string, string][]) {
  const headers = { accept: 'application/json', cookie: `authserver-console=${cookie}` }
  const sent: [string, string][] = [...fields, ['read', JSON.stringify(read)]]
  const response = await running.app.post(path, sent, { headers })
  return { status: response.status, body: (await response.json()) as object }
}

test('limiting the scopes of a client leaves the switches that another administrator turned on', async () => {
  const { store } = running.app
  const client = await aClient(store)
  const read = {
    limited: false,
    entries: [],
    pushedRequestsRequired: false,
    dpopRequired: false,
    deviceGrantEnabled: false,
  }
  await store.clients.update(client.id, { dpopRequired: true, pushedRequestsRequired: true })
  const { status } = await save(`/admin/clients/${client.id}/restrictions/submit`, read, [
    ['limited', 'on'],
    ['entries.0.entry', 'openid'],
    ['deviceGrantEnabled', 'on'],
  ])
  expect(status).toBe(200)
  expect(await store.clients.findById(client.id)).toMatchObject({
    allowedScopes: 'openid',
    dpopRequired: true,
    pushedRequestsRequired: true,
    deviceGrantEnabled: true,
  })
})

test('saving the roles of a person does not give back one that another administrator took', async () => {
  const { store } = running.app
  const person = await aUser(store)
  await grantToUser(store, person, 'authserver:admin-read')
  const answer = await save(`/admin/administrators/${person.id}/roles/submit`, {}, [
    ['held', 'manage'],
    ['held', 'admin-read'],
    ['roles', 'manage'],
    ['roles', 'admin-read'],
    ['roles', 'manage-users'],
  ])
  expect(answer).toMatchObject({ status: 409, body: { code: 'CONCURRENT_UPDATE', isStale: true } })
  const held = await store.permissions.heldByUser(person.id)
  expect(held.map((one) => one.permissionIdentifier)).toEqual(['admin-read'])

  const again = await save(`/admin/administrators/${person.id}/roles/submit`, {}, [
    ['held', 'admin-read'],
    ['roles', 'admin-read'],
    ['roles', 'manage-users'],
  ])
  expect(again.status).toBe(200)
  expect(await store.permissions.heldByUser(person.id)).toHaveLength(2)
})

test('two lines for one group of a provider are refused: only one of them could be saved', async () => {
  const { store } = running.app
  const provider = await aProvider(store)
  const names = ['first-team', 'second-team']
  for (const groupIdentifier of names) await aGroup(store, { groupIdentifier })
  const path = `/admin/identity-providers/${provider.id}/mapping/submit`
  const fields = (lines: string): [string, string][] => [
    ['groupsClaim', 'groups'],
    ['groups', lines],
    ['syncProfile', 'creation'],
  ]
  const twice = await save(path, {}, fields('staff = first-team\n staff = second-team'))
  expect(twice).toMatchObject({ status: 400, body: { field: 'groups' } })
  expect(JSON.stringify(twice.body)).toContain('staff = second-team')
  expect((await save(path, {}, fields('staff = first-team\nboss = first-team'))).status).toBe(200)
})

test('nobody approves a document other than the one that the page showed', async () => {
  const { store } = running.app
  const client = await aSelfRegisteredClient(store, {
    kind: 'metadata_document',
    approval: 'pending',
  })
  const path = `/admin/clients/${client.id}/registration/submit/approve`
  const shown = (changedAt: string): [string, string][] => [
    ['approval', 'pending'],
    ['changedAt', changedAt],
  ]
  const changedAt = new Date('2026-03-02T23:30:00.123Z')
  await store.clientRegistrations.change(client.id, { changedAt })
  const other = await save(path, {}, shown(''))
  expect(other).toMatchObject({ status: 409, body: { code: 'CONCURRENT_UPDATE', isStale: true } })
  expect(await store.clients.findById(client.id)).toMatchObject({ enabled: false })
  expect((await save(path, {}, shown(changedAt.toISOString()))).status).toBe(200)
  expect(await store.clients.findById(client.id)).toMatchObject({ enabled: true })
})
