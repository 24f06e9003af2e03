import { afterAll, describe, expect, test } from 'vitest'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { saveClientPermissions } from '#lib/domain/clients/client-permissions.ts'
import { joinGroup } from '#lib/domain/groups/memberships.ts'
import { saveAllowance } from '#lib/domain/permissions/administrative-scopes.ts'
import { guardClient, guardUser } from '#lib/domain/permissions/administrators.ts'
import { authorizeWrite, awaitingAuthorization } from '#lib/domain/permissions/authorized-write.ts'
import { operator } from '#lib/domain/permissions/caller.ts'
import { saveGrants } from '#lib/domain/permissions/permission-grants.ts'
import type { Store } from '#lib/persistence/store.ts'
import { untilSomebodyWaits } from '#tests/persistence/two-at-once.ts'
import { documentOf, documentServer } from '#tests/protocol/modern/document-server.ts'
import { apiClient, call, fileForm } from '#tests/support/api.ts'
import { testContext } from '#tests/support/context.ts'
import { allContracts, pathWith } from '#tests/support/contracts.ts'
import { aSession } from '#tests/support/granted.ts'
import { anImage } from '#tests/support/images.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToClient,
  grantToGroup,
  grantToUser,
} from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { testStart } from '#tests/support/settings.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'
import { aSelfRegisteredClient } from './clients/self-registered.ts'
import { fixture } from './fixture.ts'

const { app, store, database, entries, permissionId } = await fixture()
const granular = await apiClient(app, ['manage-users', 'manage-clients', 'manage-settings'])
const outbox = await openOutbox()
const remote = await documentServer()
remote.answerBy((req, res) => {
  const document = { client_id: remote.url(req.url ?? ''), ...documentOf(remote.host), keys: [] }
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document))
})
afterAll(async () => {
  await outbox.close()
  await remote.stop()
})
await app.changeSettings({
  clientIdMetadataDocumentHosts: remote.host,
  ...{ smtpEnabled: true, smtpHost: outbox.host, smtpPort: outbox.port },
  ...{ smtpEncryption: 'none', smtpFromEmail: 'from@example.org' },
})
const ordinaryApi = await aResource(store, 'ordinary-api', ['read', 'write'])
const { permissions: ordinary } = ordinaryApi
const [readId, writeId] = ordinary.map(({ id }) => id)

async function ordinaryRecords() {
  const user = await aUser(store, { otpEnabled: true })
  const other = await aUser(store)
  const group = await aGroup(store, {}, [user])
  const emptyGroup = await aGroup(store)
  const client = await aClient(store, { jwksUri: remote.url('/keys.json') })
  const registration = { kind: 'dynamic', approval: 'approved' }
  await store.clientRegistrations.insert({
    createdAt: testStart,
    clientId: client.id,
    ...registration,
  })
  await grantToUser(store, user, 'ordinary-api:read')
  const session = await aSession(store, user, [client])
  const of = { key: 'team', value: 'blue' }
  const attribute = await database.userAttribute.create({ data: { ...of, userId: user.id } })
  const groupAttribute = await database.groupAttribute.create({
    data: { ...of, groupId: group.id },
  })
  const consent = await store.consents.save(user.id, client.id, 'openid', testStart)
  const passkey = await aStoredPasskey(store, user.id)
  const provider = await aProvider(store)
  const identity = await store.userIdentities.insert({
    createdAt: testStart,
    userId: user.id,
    providerId: provider.id,
    issuer: provider.issuer,
    subject: '42',
  })
  const agent = await aSelfRegisteredClient(store, {
    kind: 'metadata_document',
    host: remote.host,
  })
  const about = { user, other, group, emptyGroup, client, agent, passkey, identity }
  return { ...about, session, attribute, groupAttribute, consent }
}

type Records = Awaited<ReturnType<typeof ordinaryRecords>>
type Promotion = (records: Records) => Promise<unknown>

/** Every way to make an ordinary user an administrator. */
const promotionsOfUser: Record<string, Promotion> = {
  'is granted a permission': ({ user }) => grantToUser(store, user, 'authserver:admin-read'),
  'joins an administrative group': async ({ user }) => {
    const group = await aGroup(store, {}, [user])
    await grantToGroup(store, group, 'authserver:manage-settings')
  },
  'is in a group that is granted one': ({ group }) =>
    grantToGroup(store, group, 'authserver:browser-sessions'),
}

const promotionsOfGroup: Record<string, Promotion> = {
  'is granted a permission': ({ group }) => grantToGroup(store, group, 'authserver:manage'),
}

const promotionsOfClient: Record<string, Promotion> = {
  'is granted a permission': ({ client }) => grantToClient(store, client, 'authserver:manage'),
  'is allowed administrative scopes': ({ client }) =>
    store.clients.update(client.id, { administrativeScopesAllowed: true }),
}

const promotionsOf = {
  user: promotionsOfUser,
  group: promotionsOfGroup,
  client: promotionsOfClient,
  /** The target is the user, but the permissions of the joined or left group count too. */
  membership: {
    ...promotionsOfUser,
    'joins or leaves such a group': promotionsOfGroup['is granted a permission'],
  },
} as const

interface Scenario {
  readonly of: keyof typeof promotionsOf
  readonly values: (records: Records) => Record<string, string | number>
  readonly body?: (records: Records) => unknown
}

const ofUser = (body?: Scenario['body']): Scenario => ({
  of: 'user',
  values: ({ user }) => ({ id: user.id }),
  ...(body && { body }),
})
const ofClient = (body?: Scenario['body']): Scenario => ({
  of: 'client',
  values: ({ client }) => ({ id: client.id }),
  ...(body && { body }),
})
const picture = await anImage('png')
const file = () => fileForm(picture)
const attribute = { key: 'team', value: 'red' }

const scenarios: Record<string, Scenario> = {
  deleteUser: ofUser(),
  setUserPassword: ofUser(() => ({ newPassword: 'Notes-on-the-engine-1843' })),
  setUserEnabled: ofUser(() => ({ enabled: false })),
  setUserOtp: ofUser(() => ({ enabled: false })),
  sendUserPasswordLink: ofUser(),
  forgetUserBrowsers: ofUser(),
  resetUserSecondFactor: ofUser(),
  removeUserPasskey: {
    of: 'user',
    values: ({ user, passkey }) => ({ id: user.id, passkeyId: passkey.id }),
  },
  removeUserIdentity: {
    of: 'user',
    values: ({ user, identity }) => ({ id: user.id, identityId: identity.id }),
  },
  updateUserProfile: ofUser(() => ({ givenName: 'Grace' })),
  updateUserEmail: ofUser(({ user }) => ({ email: `new-${user.email}` })),
  generateUserEmailVerificationCode: ofUser(),
  updateUserPhone: ofUser(() => ({ phoneCountryUniqueId: '', phoneNumber: '' })),
  updateUserAddress: ofUser(() => ({ addressLocality: 'Lisboa' })),
  uploadUserProfilePicture: ofUser(file),
  deleteUserProfilePicture: ofUser(),
  createUserAttribute: ofUser(({ user }) => ({ userId: user.id, ...attribute })),
  updateUserAttribute: {
    of: 'user',
    values: (a) => ({ id: a.attribute.id }),
    body: () => attribute,
  },
  deleteUserAttribute: { of: 'user', values: (a) => ({ id: a.attribute.id }) },
  deleteUserConsent: { of: 'user', values: ({ consent }) => ({ id: consent.id }) },
  deleteUserSession: { of: 'user', values: ({ session }) => ({ id: session.id }) },
  updateUserSession: {
    of: 'user',
    values: ({ session: { sessionIdentifier } }) => ({ sessionIdentifier }),
    body: () => ({ level2AuthConfigHasChanged: true }),
  },
  updateUserPermissions: ofUser(() => ({ permissionIds: [writeId] })),
  updateUserGroups: {
    of: 'membership',
    values: ({ user }) => ({ id: user.id }),
    body: ({ emptyGroup }) => ({ groupIds: [emptyGroup.id] }),
  },
  removeGroupMember: {
    of: 'membership',
    values: ({ group, user }) => ({ id: group.id, userId: user.id }),
  },
  addGroupMember: {
    of: 'membership',
    values: ({ emptyGroup }) => ({ id: emptyGroup.id }),
    body: ({ user }) => ({ userId: user.id }),
  },
  updateGroup: {
    of: 'group',
    values: ({ group }) => ({ id: group.id }),
    body: ({ group }) => ({ groupIdentifier: `${group.groupIdentifier}-x`, description: 'New' }),
  },
  deleteGroup: { of: 'group', values: ({ group }) => ({ id: group.id }) },
  updateGroupPermissions: {
    of: 'group',
    values: ({ group }) => ({ id: group.id }),
    body: () => ({ permissionIds: [readId] }),
  },
  createGroupAttribute: {
    of: 'group',
    values: () => ({}),
    body: ({ group }) => ({ groupId: group.id, ...attribute }),
  },
  updateGroupAttribute: {
    of: 'group',
    values: ({ groupAttribute }) => ({ id: groupAttribute.id }),
    body: () => attribute,
  },
  deleteGroupAttribute: { of: 'group', values: (a) => ({ id: a.groupAttribute.id }) },
  setClientEnabled: ofClient(() => ({ enabled: false })),
  updateClient: ofClient(({ client }) => ({ clientIdentifier: client.clientIdentifier })),
  deleteClient: ofClient(),
  getClientSecret: ofClient(),
  updateClientAuthentication: ofClient(() => ({ isPublic: true })),
  updateClientRedirectUris: ofClient(() => ({ redirectURIs: ['https://evil.example/cb'] })),
  updateClientWebOrigins: ofClient(() => ({ webOrigins: ['https://evil.example'] })),
  updateClientLogout: ofClient(() => ({ backchannelLogoutUri: 'https://evil.example/out' })),
  updateClientKeys: ofClient(() => ({
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwksUri: 'https://evil.example/jwks.json',
  })),
  fetchClientKeys: ofClient(),
  refreshClientMetadataDocument: { of: 'client', values: ({ agent }) => ({ id: agent.id }) },
  updateClientApproval: ofClient(() => ({ approval: 'refused' })),
  uploadClientLogo: ofClient(file),
  deleteClientLogo: ofClient(),
  updateClientPermissions: ofClient(() => ({ permissionIds: [readId] })),
  updateClientRestrictions: ofClient(() => ({ allowedScopes: ['openid'] })),
  updateClientIntrospection: ofClient(() => ({ resourceIds: [ordinaryApi.id] })),
  updateClientFlows: ofClient(() => ({
    authorizationCodeEnabled: true,
    clientCredentialsEnabled: false,
  })),
  updateClientTokens: ofClient(() => ({
    tokenExpirationInSeconds: 600,
    includeOpenIDConnectClaimsInAccessToken: 'default',
    includeOpenIDConnectClaimsInIdToken: 'default',
  })),
}

/** Forbidden to every granular scope, whatever the target: concurrent changes make no difference. */
const neverAllowed = [
  'createIdentityProvider',
  'deleteIdentityProvider',
  'orderIdentityProviders',
  'testIdentityProvider',
  'tryIdentityProvider',
  'updateIdentityProvider',
  'sendTestEmail',
  'updateAuditLogSettings',
  'updateIntegrationSettings',
  'updateClientAdministrativeScopes',
  'updateEmailSettings',
]

/** Authorized by the submitted texts, not by the target; tested below. */
const judgedByTexts = 'updateResourcePermissions'

/** All tables that the operations may write, and the permissions, which only a promotion changes. */
async function stored() {
  const byId = { orderBy: { id: 'asc' } } as const
  return Promise.all([
    database.user.findMany(byId),
    database.userAttribute.findMany(byId),
    database.userConsent.findMany(byId),
    database.userSession.findMany(byId),
    database.userProfilePicture.findMany(byId),
    database.userPermission.findMany(byId),
    database.userGroup.findMany(byId),
    database.group.findMany(byId),
    database.groupAttribute.findMany(byId),
    database.groupPermission.findMany(byId),
    database.client.findMany(byId),
    database.clientLogo.findMany(byId),
    database.clientRedirectUri.findMany(byId),
    database.clientWebOrigin.findMany(byId),
    database.clientPermission.findMany(byId),
    database.clientIntrospectionResource.findMany(byId),
    database.clientRegistration.findMany(byId),
    database.remoteKeySet.findMany(byId),
    database.permission.findMany(byId),
  ])
}

/** Runs work between the authorization of the next request and its write: before the first transaction. */
async function beforeWriting<T>(work: () => Promise<unknown>, request: () => Promise<T>) {
  const mutable: { -readonly [K in 'adminTransaction' | 'transaction']: Store[K] } =
    app.runtime.store
  const { adminTransaction, transaction } = mutable
  const seen: { before?: Awaited<ReturnType<typeof stored>> } = {}
  const reset = () => Object.assign(mutable, { adminTransaction, transaction })
  const first = async () => {
    reset()
    await work()
    seen.before = await stored()
  }
  mutable.adminTransaction = async (inside, timeoutMs) => {
    await first()
    return adminTransaction(inside, timeoutMs)
  }
  mutable.transaction = async (inside) => {
    await first()
    return transaction(inside)
  }
  const answer = await request().finally(reset)
  return { answer, before: seen.before }
}

const judged = allContracts.filter(({ errors }) => errors.includes('MANAGE_SCOPE_REQUIRED'))

test('every operation that the policy judges has its place here', () => {
  expect(judged.map(({ id }) => id).toSorted()).toEqual(
    [...Object.keys(scenarios), ...neverAllowed, judgedByTexts].toSorted(),
  )
})

const cases = judged.flatMap((contract) => {
  const scenario = scenarios[contract.id]
  if (!scenario) return []
  return Object.entries(promotionsOf[scenario.of]).map(
    ([way, promote]) => [contract.id, scenario.of, way, { contract, scenario, promote }] as const,
  )
})

/** What is promoted in place of the usual records. */
function judgedRecords(id: string, way: string, { agent, emptyGroup }: Records): Partial<Records> {
  if (id === 'refreshClientMetadataDocument') return { client: agent }
  // Joining is authorized by the group to join.
  const isJoined = id === 'addGroupMember' && way === 'joins or leaves such a group'
  return isJoined ? { group: emptyGroup } : {}
}

describe('between judgement and write:', () => {
  test.each(cases)('%s, and the %s %s: 403 with nothing written', async (id, of, way, given) => {
    const { contract, scenario, promote } = given
    const records = await ordinaryRecords()
    const about = { ...records, ...judgedRecords(id, way, records) }
    const values = scenario.values(records)
    const path = pathWith(contract, (name) => String(values[name]))
    const body = scenario.body?.(records)
    const told = (await entries()).length
    const { answer, before } = await beforeWriting(
      async () => promote?.(about),
      () => call(granular, contract.method, path, body),
    )
    expect([answer.status, answer.body.error_code], of).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await stored()).toEqual(before)
    expect((await entries()).slice(told)).toMatchObject([
      { event: 'administrator_change_refused', details: { method: contract.method } },
    ])
  })

  test('a text of an administrative permission is changed: 403 with nothing written', async () => {
    const resource = await store.resources.findByIdentifier('authserver')
    if (!resource) throw new Error('The database was not seeded.')
    const list = (await store.resources.permissionsOf(resource.id)).map(
      ({ id, permissionIdentifier, description }) => ({ id, permissionIdentifier, description }),
    )
    const id = await permissionId('authserver:manage')
    const path = `/resources/${resource.id}/permissions`
    const sent = { permissions: list, expectedPermissions: list }
    const { answer, before } = await beforeWriting(
      () => store.resources.updatePermission(id, { description: 'Everything' }),
      () => call(granular, 'PUT', path, sent),
    )
    expect([answer.status, answer.body.error_code]).toEqual([403, 'MANAGE_SCOPE_REQUIRED'])
    expect(await stored()).toEqual(before)
  })
})

describe('while the write goes on, nobody is promoted:', async () => {
  const { ctx } = await testContext()
  const caller = { ...operator, scopes: ['authserver:manage-users', 'authserver:manage-clients'] }
  const judging = { caller, method: 'PUT', route: '/api/v1/admin/users/{id}' }
  const manage = { wanted: [await permissionId('authserver:manage')], expected: null }

  /** Promotes as the Admin API does for an authorized caller. */
  const promotions: Record<string, (tx: AdminTx, records: Records) => Promise<unknown>> = {
    'a permission of the user': (tx, { user }) =>
      saveGrants(tx, { ...manage, holder: { kind: 'user', id: user.id }, caller: operator }),
    'a permission of the user’s group': (tx, { group }) =>
      saveGrants(tx, { ...manage, holder: { kind: 'group', id: group.id }, caller: operator }),
    'a group that the user joins': (tx, { user, emptyGroup }) =>
      joinGroup(tx, { userId: user.id, groupId: emptyGroup.id, caller: operator }),
    'a permission of the client': (tx, { client }) =>
      saveClientPermissions(tx, { ...manage, client, caller: operator }),
    'the allowance of the client': (tx, { client }) =>
      saveAllowance(tx, client.id, true, 'operator'),
  }

  test.each(Object.keys(promotions))('%s waits', async (way) => {
    const records = await ordinaryRecords()
    const order: string[] = []
    const promote = async () => {
      await adminTransaction(ctx, async (tx) => promotions[way]?.(tx, records))
      order.push('promoted')
    }
    const allowed = await (way.includes('client')
      ? guardClient(ctx, judging, records.client)
      : guardUser(ctx, judging, records.user.id))
    let promoted = Promise.resolve()
    await adminTransaction(allowed, async () => {
      promoted = promote()
      await Promise.race([promoted, untilSomebodyWaits()])
      order.push('written')
    })
    await promoted
    expect(order).toEqual(['written', 'promoted'])
  })
})

test.each(Object.entries(scenarios))(
  '%s is done where nobody was promoted',
  async (id, scenario) => {
    const contract = judged.find((one) => one.id === id)
    if (!contract) throw new Error(`${id} is not judged.`)
    const records = await ordinaryRecords()
    const values = scenario.values(records)
    const path = pathWith(contract, (name) => String(values[name]))
    const { status } = await call(granular, contract.method, path, scenario.body?.(records))
    expect(status).toBe(contract.status ?? 200)
  },
)

describe('a context that awaits judgement', async () => {
  const { ctx } = await testContext()
  const awaiting = awaitingAuthorization(ctx)
  const operation = { caller: operator, method: 'PUT', route: '/api/v1/admin/users/{id}' }
  const nothing = { hold: async () => {}, violation: async () => null }
  const write = (context: Context) => adminTransaction(context, async () => 'written')

  test('writes nothing', async () => {
    await expect(write(awaiting)).rejects.toThrow('has not judged')
  })

  test('writes once it was judged', async () => {
    expect(await write(await authorizeWrite(awaiting, operation, nothing))).toBe('written')
    const caller = { ...operator, scopes: ['authserver:manage-users'] }
    expect(await write(await authorizeWrite(awaiting, { ...operation, caller }, nothing))).toBe(
      'written',
    )
  })
})
