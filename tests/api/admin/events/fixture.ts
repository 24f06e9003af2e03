import { apiClient } from '#tests/support/api.ts'
import { aClient, aGroup, aUser } from '#tests/support/people.ts'
import { fixture as commonFixture } from '../fixture.ts'

export interface Event {
  readonly id: number
  readonly auditEvent: string
  readonly user?: { readonly id: number; readonly name: string }
  readonly requestId: string
}

export interface Page {
  readonly events: readonly Event[]
  readonly next?: string
}

/** A server with entries about a user, a client and a group. */
export async function fixture() {
  const common = await commonFixture('manage-settings')
  const { app } = common
  const user = await aUser(app.store, { givenName: 'Zoë', familyName: 'Müller' })
  const client = await aClient(app.store)
  const group = await aGroup(app.store)
  const entry = (auditEvent: string, more = {}) => ({
    createdAt: new Date('2026-03-02T23:30:00Z'),
    auditEvent,
    details: JSON.stringify({ userId: user.id }),
    requestId: 'one-request',
    ...more,
  })
  await app.store.auditLog.insertAll([
    entry('auth_failed_pwd', { userId: user.id, clientId: client.id, ipAddress: '192.0.2.9' }),
    entry('created_client', { clientId: client.id, actor: user.subject }),
    entry('updated_group', { groupId: group.id }),
    entry('token_issued_ropc_response'),
    entry('rate_limit_exceeded', { requestId: 'another' }),
  ])
  return {
    ...common,
    user,
    client,
    group,
    entry,
    reader: await apiClient(app, ['admin-read']),
  }
}
