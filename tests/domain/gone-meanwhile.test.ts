import { beforeEach, expect, test } from 'vitest'
import { type AdminTx, adminTransaction } from '#lib/context.ts'
import { saveClientFlows } from '#lib/domain/clients/client-flows.ts'
import { saveRedirectUris, saveWebOrigins } from '#lib/domain/clients/client-lists.ts'
import { removeLogo, saveLogo } from '#lib/domain/clients/client-logo.ts'
import { saveClientPermissions } from '#lib/domain/clients/client-permissions.ts'
import { makeClientConfidential, makeClientPublic } from '#lib/domain/clients/client-secret.ts'
import { deleteClient } from '#lib/domain/clients/clients.ts'
import { withdrawConsent } from '#lib/domain/clients/consents.ts'
import { changeEmail } from '#lib/domain/email/email-change.ts'
import { issueVerificationCode } from '#lib/domain/email/email-verification.ts'
import * as groupAttributes from '#lib/domain/groups/group-attributes.ts'
import { removeGroup, updateGroup } from '#lib/domain/groups/groups.ts'
import { joinGroup, leaveGroup, saveMemberships } from '#lib/domain/groups/memberships.ts'
import { saveAllowance } from '#lib/domain/permissions/administrative-scopes.ts'
import { operator as caller } from '#lib/domain/permissions/caller.ts'
import { saveGrants } from '#lib/domain/permissions/permission-grants.ts'
import { savePermissionList } from '#lib/domain/resources/resource-permissions.ts'
import { removeResource, updateResource } from '#lib/domain/resources/resources.ts'
import { endSession, setSecondFactorDue } from '#lib/domain/sessions/user-sessions.ts'
import { removeOwnPicture, removePicture, savePicture } from '#lib/domain/users/profile-picture.ts'
import * as userAttributes from '#lib/domain/users/user-attributes.ts'
import { disableOtp, removeUser, setEnabled, setPassword } from '#lib/domain/users/users.ts'
import { testContext } from '#tests/support/context.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession, auditEntries } from '#tests/support/granted.ts'
import { aClient, aGroup, aResource, aUser, unique } from '#tests/support/people.ts'

// Records that an operation looked up may be deleted before its transaction begins.
const { ctx, store } = await testContext()
const { client: database } = await fileDatabase()

const actor = 'somebody'
const nothing = { wanted: [], expected: null, caller }
const flags = { includeInIdToken: false, includeInAccessToken: false }
const attribute = { key: 'key', value: 'value', ...flags }
const image = { image: new Uint8Array([1]), contentType: 'image/png' } as const
const entry = { event: 'updated_user_profile_picture', loggedInUser: actor } as const

/** Records to delete; `here` and `hereGroup` are a user and a group that remain. */
async function records() {
  const [user, here, group, hereGroup, client, hereClient] = [
    await aUser(store),
    await aUser(store),
    await aGroup(store),
    await aGroup(store),
    await aClient(store),
    await aClient(store),
  ]
  const resource = await aResource(store, unique('resource'), ['use'])
  const ofUser = await store.userAttributes.insert({ ...attribute, userId: user.id })
  const ofGroup = await store.groupAttributes.insert({ ...attribute, groupId: group.id })
  const session = await aSession(store, user)
  const consent = await store.consents.save(user.id, client.id, 'openid', ctx.now)
  await store.resources.remove(resource.id)
  await store.clients.remove(client.id)
  await store.groups.remove(group.id)
  await store.users.remove(user.id)
  const permission = resource.permissions[0]?.id ?? 0
  return {
    ...{ user, group, client, resource, permission, ofUser, ofGroup, session, consent },
    here: { user: here.id, group: hereGroup.id, client: hereClient },
  }
}

type Gone = Awaited<ReturnType<typeof records>>

const writes: Record<string, (tx: AdminTx, gone: Gone) => Promise<unknown>> = {
  'a password': (tx, { user }) => setPassword(tx, user, 'hash', actor),
  'enabling a user': (tx, { user }) => setEnabled(tx, user.id, true, actor),
  'disabling a user': (tx, { user }) => setEnabled(tx, user.id, false, actor),
  'two-factor authentication': (tx, { user }) => disableOtp(tx, user.id, { loggedInUser: actor }),
  'deleting a user': (tx, { user }) => removeUser(tx, user.id, actor),
  'an email address': (tx, { user }) =>
    changeEmail(tx, user.id, { email: 'new@example.org', emailVerified: true }, actor),
  'a verification code': (tx, { user }) => issueVerificationCode(tx, user, actor),
  'a picture': (tx, { user }) => savePicture(tx, user.id, image, entry),
  'removing a picture': (tx, { user }) => removePicture(tx, user.id, entry),
  'removing one’s own picture': (tx, { user }) => removeOwnPicture(tx, user),
  'a new attribute of a user': (tx, { user }) =>
    userAttributes.addUserAttribute(tx, user.id, attribute, actor),
  'an attribute of a user': (tx, { ofUser }) =>
    userAttributes.changeUserAttribute(tx, ofUser.id, attribute, actor),
  'removing an attribute of a user': (tx, { ofUser }) =>
    userAttributes.removeUserAttribute(tx, ofUser, actor),
  'the groups of a user': (tx, { user }) => saveMemberships(tx, { ...nothing, userId: user.id }),
  'the permissions of a user': (tx, { user }) =>
    saveGrants(tx, { ...nothing, holder: { kind: 'user', id: user.id } }),
  'a permission for a user': (tx, { permission, here }) =>
    saveGrants(tx, { ...nothing, holder: { kind: 'user', id: here.user }, wanted: [permission] }),
  'a consent': (tx, { consent }) =>
    withdrawConsent(tx, consent, { event: 'deleted_user_consent', loggedInUser: actor }),
  'a session’s second factor': (tx, { session }) =>
    setSecondFactorDue(tx, session.sessionIdentifier, true),
  'ending a session': (tx, { session }) => endSession(tx, session, actor),
  'a group': (tx, { group }) =>
    updateGroup(tx, group.id, { groupIdentifier: 'other', description: '', ...flags }, caller),
  'deleting a group': (tx, { group }) => removeGroup(tx, group.id, caller),
  'a new attribute of a group': (tx, { group }) =>
    groupAttributes.createGroupAttribute(tx, group.id, attribute, caller),
  'an attribute of a group': (tx, { ofGroup }) =>
    groupAttributes.updateGroupAttribute(tx, ofGroup.id, attribute, caller),
  'removing an attribute of a group': (tx, { ofGroup, group }) =>
    groupAttributes.removeGroupAttribute(tx, { attribute: ofGroup, group }, caller),
  'the permissions of a group': (tx, { group }) =>
    saveGrants(tx, { ...nothing, holder: { kind: 'group', id: group.id } }),
  'a membership of a user': (tx, { user, here }) =>
    joinGroup(tx, { userId: user.id, groupId: here.group, caller }),
  'a membership in a group': (tx, { group, here }) =>
    joinGroup(tx, { userId: here.user, groupId: group.id, caller }),
  'the end of a user’s membership': (tx, { user, here }) =>
    leaveGroup(tx, { userId: user.id, groupId: here.group, caller }),
  'the end of a membership in a group': (tx, { group, here }) =>
    leaveGroup(tx, { userId: here.user, groupId: group.id, caller }),
  'a resource': (tx, { resource }) =>
    updateResource(tx, resource.id, { resourceIdentifier: 'other', description: '' }, caller),
  'deleting a resource': (tx, { resource }) => removeResource(tx, resource.id, caller),
  'the permissions of a resource': (tx, { resource }) =>
    savePermissionList(tx, { resource, wanted: [], expected: [], caller }),
  'the flows of a client': (tx, { client }) => {
    const flows = { authorizationCodeEnabled: true, clientCredentialsEnabled: true }
    return saveClientFlows(tx, client.id, flows, actor)
  },
  'the redirect URIs of a client': (tx, { client }) =>
    saveRedirectUris(tx, client.id, { wanted: [] }, actor),
  'the web origins of a client': (tx, { client }) =>
    saveWebOrigins(tx, client.id, { wanted: [] }, actor),
  'the permissions of a client': (tx, { client }) =>
    saveClientPermissions(tx, { ...nothing, client }),
  'a permission for a client': (tx, { permission, here }) =>
    saveClientPermissions(tx, { ...nothing, client: here.client, wanted: [permission] }),
  'making a client public': (tx, { client }) => makeClientPublic(tx, client.id, actor),
  'making a client confidential': (tx, { client }) =>
    makeClientConfidential(tx, client.id, 'secret', actor),
  'the administrative scopes of a client': (tx, { client }) =>
    saveAllowance(tx, client.id, true, actor),
  'a logo': (tx, { client }) => saveLogo(tx, client.id, image, actor),
  'removing a logo': (tx, { client }) => removeLogo(tx, client.id, actor),
  'deleting a client': (tx, { client }) => deleteClient(tx, client, actor),
}

let gone: Gone

beforeEach(async () => {
  gone = await records()
})

test.each(Object.keys(writes))(
  'what was deleted since it was looked up is not found, and nothing is written: %s',
  async (name) => {
    const before = (await auditEntries(database)).length
    const writing = adminTransaction(ctx, async (tx) => writes[name]?.(tx, gone))
    await expect(writing).rejects.toMatchObject({ name: 'Refusal', code: 'NOT_FOUND' })
    expect(await auditEntries(database)).toHaveLength(before)
  },
)

test('a group that was deleted since is none of those that exist', async () => {
  const save = { ...nothing, userId: gone.here.user, wanted: [gone.group.id] }
  await expect(adminTransaction(ctx, (tx) => saveMemberships(tx, save))).rejects.toMatchObject({
    code: 'handler.admin_user_groups.not_found',
  })
})
