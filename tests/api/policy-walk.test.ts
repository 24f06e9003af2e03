import { expect, it } from 'vitest'
import type { Contract } from '#lib/api/contract/define.ts'
import { acceptedScopes } from '#lib/api/scopes.ts'
import { builtInPermissions } from '#lib/domain/permissions/built-in.ts'
import { type ApiToken, apiClient, call } from '#tests/support/api.ts'
import { allContracts } from '#tests/support/contracts.ts'
import { aSession } from '#tests/support/granted.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToClient,
  grantToGroup,
  grantToUser,
} from '#tests/support/people.ts'
import { plausibleRequests } from '#tests/support/plausible-requests.ts'
import {
  findAdministrators,
  protectedState,
  sharedRows,
  withoutDeleted,
} from '#tests/support/protected-state.ts'
import { randomSource } from '#tests/support/random-source.ts'
import { server } from '#tests/support/server.ts'
import { testStart } from '#tests/support/settings.ts'
import { aStoredPasskey } from '#tests/support/stored-passkey.ts'

const asked = await server()
const { store } = asked
const db = asked.runtime.database.prisma

/** `WALK_STEPS` sets the number of steps, `WALK_SEED` another seed. */
const wantedSteps = Number(process.env.WALK_STEPS ?? 1_000)
const random = randomSource(Number(process.env.WALK_SEED ?? 20_310_303))

const administrative = builtInPermissions
  .filter((permission) => permission.administrative)
  .map((permission) => permission.identifier)
const granular = administrative.filter((identifier) => identifier !== 'manage')

/**
 * Writes that a granular scope may try. Key rotation is left out: it generates 4096-bit keys and revokes the
 * walk's tokens, but changes no administrator.
 */
const writes = allContracts.filter(
  ({ method, access, id }) => method !== 'GET' && access !== 'account' && id !== 'rotateKeys',
)

/** Operations that need records or a mail server this walk does not have. */
const withoutRecords = [
  'deleteBrandingImage',
  'fetchClientKeys',
  'refreshClientMetadataDocument',
  'removeUserIdentity',
  'revokeKey',
  'sendTestEmail',
  'sendUserPasswordLink',
  'updateClientApproval',
  'uploadBrandingImage',
]

const onlyManagers = writes.filter(({ needsManage }) => needsManage).map(({ id }) => id)

/** One administrator of every kind, each with all possible dependents. */
async function makeAdministrators(): Promise<void> {
  const resource = await aResource(store, 'ordinary-api', ['read', 'write'])
  const ordinary = await aGroup(store)
  const application = await aClient(store)
  for (const [index, identifier] of administrative.entries()) {
    const scope = `authserver:${identifier}`
    const direct = await aUser(store)
    await grantToUser(store, direct, scope, 'ordinary-api:read')
    await store.memberships.add(direct.id, [ordinary.id], testStart)
    await aSession(store, direct, [application])
    await aStoredPasskey(store, direct.id)
    const throughGroup = await aUser(store)
    const group = await aGroup(store, {}, [throughGroup])
    await grantToGroup(store, group, scope, 'ordinary-api:write')
    const client = await aClient(store, { webOrigins: [`https://admin-${index}.example`] })
    await grantToClient(store, client, scope)
    for (const user of [direct, throughGroup]) {
      const attribute = { userId: user.id, key: 'role', value: 'administrator' }
      await db.userAttribute.create({ data: attribute })
      const consent = { userId: user.id, clientId: application.id, scope: 'openid' }
      await db.userConsent.create({ data: { ...consent, grantedAt: testStart } })
    }
    await db.groupAttribute.create({ data: { groupId: group.id, key: 'role', value: 'x' } })
    expect(resource.permissions).toHaveLength(2)
  }
  await aClient(store, { administrativeScopesAllowed: true })
}

/** Ordinary records for the walk; recreates deleted ones. */
async function makeOrdinaryRecords(): Promise<void> {
  const user = await aUser(store)
  const group = await aGroup(store, {}, [user])
  const client = await aClient(store)
  await aResource(store, `resource-${user.id}`, ['read', 'write'])
  await aSession(store, user, [client])
  await db.userAttribute.create({ data: { userId: user.id, key: 'team', value: 'blue' } })
  await db.groupAttribute.create({ data: { groupId: group.id, key: 'team', value: 'blue' } })
  await db.userConsent.create({
    data: { userId: user.id, clientId: client.id, scope: 'openid', grantedAt: testStart },
  })
  await db.user.update({ where: { id: user.id }, data: { otpEnabled: true } })
  await aStoredPasskey(store, user.id)
}

async function granularTokens(): Promise<ApiToken[]> {
  const each = await Promise.all(granular.map((identifier) => apiClient(asked, [identifier])))
  return [...each, await apiClient(asked, granular)]
}

it('no way of granular scopes ends with an administrative permission gained or an administrator changed', async () => {
  await makeAdministrators()
  const tokens = await granularTokens()
  const administrators = await findAdministrators(db)
  const before = await protectedState(db, administrators)
  const sharedBefore = await sharedRows(db, administrators)
  const requestFor = await plausibleRequests(random, db, administrators)
  const allowed = new Set<string>()
  const trail: string[] = []
  let steps = 0
  let refusals = 0

  async function step(contract: Contract): Promise<void> {
    const scopes = acceptedScopes(contract)
    const fitting = tokens.filter((token) => token.client && carries(token, scopes))
    const token = random.pick(fitting)
    const { path, body } = await requestFor(contract)
    const answer = await call(token, contract.method, path, body)
    trail.push(`${contract.id} ${path} ${JSON.stringify(body)} → ${answer.status}`)
    if (answer.status === 403) {
      expect(answer.body.error_code, trail.at(-1)).toBe('MANAGE_SCOPE_REQUIRED')
      refusals++
    }
    expect([200, 201, 400, 403, 404, 409], trail.at(-1)).toContain(answer.status)
    if (answer.status > 201) return
    steps++
    allowed.add(contract.id)
  }

  async function compare(): Promise<void> {
    const last = trail.splice(0).join('\n')
    expect(await protectedState(db, administrators), last).toEqual(before)
    const shared = await withoutDeleted(db, sharedBefore)
    expect(await sharedRows(db, administrators), last).toEqual(shared)
  }

  for (let tries = 0; steps < wantedSteps && tries < wantedSteps * 10; tries++) {
    if (tries % 25 === 0) {
      await compare()
      await makeOrdinaryRecords()
    }
    await step(random.pick(writes))
  }
  await compare()
  expect(steps).toBeGreaterThanOrEqual(wantedSteps)
  expect(refusals).toBeGreaterThan(wantedSteps / 10)
  const untried = writes.map(({ id }) => id).filter((id) => !allowed.has(id))
  expect(untried.toSorted()).toEqual([...withoutRecords, ...onlyManagers].toSorted())
}, 600_000)

function carries(token: ApiToken, scopes: readonly string[]): boolean {
  const payload = JSON.parse(Buffer.from(token.value.split('.')[1] ?? '', 'base64url').toString())
  return scopes.some((scope) => String(payload.scope).split(' ').includes(scope))
}
