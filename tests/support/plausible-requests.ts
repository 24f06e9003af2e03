import sharp from 'sharp'
import { z } from 'zod'
import type { Contract } from '#lib/api/contract/define.ts'
import type { PrismaClient } from '#lib/persistence/generated/sqlite/client.ts'
import { fileForm } from './api.ts'
import { pathWith } from './contracts.ts'
import { type Administrators, administrativeIds } from './protected-state.ts'
import type { RandomSource } from './random-source.ts'

export interface PlausibleRequest {
  readonly path: string
  readonly body: unknown
}

/** Sources of plausible values: a random source and the stored rows. */
interface Fixture {
  readonly random: RandomSource
  readonly db: PrismaClient
  readonly administrators: Administrators
  readonly administrative: readonly number[]
}

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

/**
 * Makes requests that are mostly valid: their rows exist and their values pass the rules. Some concern
 * administrators and administrative permissions.
 */
export async function plausibleRequests(
  random: RandomSource,
  db: PrismaClient,
  administrators: Administrators,
): Promise<(contract: Contract) => Promise<PlausibleRequest>> {
  const fixture = { random, db, administrators, administrative: await administrativeIds(db) }
  return async (contract) => {
    const values = await pathValues(fixture, contract)
    const path = pathWith(contract, (name) => values[name] ?? '0')
    return { path, body: await bodyFor(fixture, contract, Number(values.id)) }
  }
}

/** Mostly the newest ordinary rows, often an administrator's. */
async function rowId(fixture: Fixture, noun: string): Promise<number> {
  const { random, db, administrators } = fixture
  const latest = { orderBy: { id: 'desc' }, take: 20, select: { id: true } } as const
  const some = (rows: readonly { id: number }[]) =>
    rows.length > 0 ? random.pick(rows).id : 999_999
  const isAdministrators = random.percent(30)
  const ofUsers = { where: isAdministrators ? { userId: { in: [...administrators.users] } } : {} }
  const ofGroups = {
    where: isAdministrators ? { groupId: { in: [...administrators.groups] } } : {},
  }
  switch (noun) {
    case 'users':
      return isAdministrators
        ? random.pick(administrators.users)
        : some(await db.user.findMany(latest))
    case 'groups':
      return isAdministrators
        ? random.pick(administrators.groups)
        : some(await db.group.findMany(latest))
    case 'clients':
      return isAdministrators
        ? random.pick(administrators.clients)
        : some(await db.client.findMany(latest))
    case 'resources':
      return random.percent(20) ? 1 : some(await db.resource.findMany(latest))
    case 'identity-providers':
      return some(await db.identityProvider.findMany(latest))
    case 'user-attributes':
      return some(await db.userAttribute.findMany({ ...latest, ...ofUsers }))
    case 'user-consents':
      return some(await db.userConsent.findMany({ ...latest, ...ofUsers }))
    case 'user-sessions':
      return some(await db.userSession.findMany({ ...latest, ...ofUsers }))
    case 'group-attributes':
      return some(await db.groupAttribute.findMany({ ...latest, ...ofGroups }))
    default:
      return some(await db.keyPair.findMany(latest))
  }
}

async function pathValues(fixture: Fixture, { path }: Contract): Promise<Record<string, string>> {
  const [, , , , noun = ''] = path.split('/')
  const id = await rowId(fixture, noun)
  if (path.includes('{sessionIdentifier}')) {
    const session = await fixture.db.userSession.findUnique({ where: { id } })
    return { sessionIdentifier: session?.sessionIdentifier ?? 'none' }
  }
  if (path.includes('{alias}')) return { alias: 'none' }
  if (path.includes('{identityId}')) return { id: String(id), identityId: '999999' }
  if (path.includes('{passkeyId}')) {
    const passkeys = await fixture.db.passkey.findMany({ where: { userId: id } })
    const passkeyId = passkeys.length > 0 ? fixture.random.pick(passkeys).id : 999_999
    return { id: String(id), passkeyId: String(passkeyId) }
  }
  if (!path.includes('{userId}')) return { id: String(id) }
  const members = await fixture.db.userGroup.findMany({ where: { groupId: id } })
  const userId = members.length > 0 ? fixture.random.pick(members).userId : 999_999
  return { id: String(id), userId: String(userId) }
}

async function bodyFor(fixture: Fixture, contract: Contract, id: number): Promise<unknown> {
  if (contract.upload) return fileForm(picture, contract.upload)
  if (!contract.body) return undefined
  if (contract.id === 'updateResourcePermissions') return permissionsBody(fixture, id)
  const schema = z.toJSONSchema(contract.body, { io: 'input', target: 'openapi-3.0' }) as JsonSchema
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => !/^expected/.test(name))
  const values = await Promise.all(
    fields.map(async ([name, { type }]) => [name, await valueFor(fixture, name, type)] as const),
  )
  return Object.fromEntries(values)
}

/** The stored list with one text changed, or one entry added or left out. */
async function permissionsBody({ random, db }: Fixture, resourceId: number): Promise<unknown> {
  const rows = await db.permission.findMany({ where: { resourceId } })
  const stored = rows.map(({ id, permissionIdentifier, description }) => ({
    id,
    permissionIdentifier,
    description,
  }))
  const kept = stored.filter(({ id }) => id <= 7 || random.percent(90))
  const wanted = kept.map((entry) =>
    random.percent(15) ? { ...entry, description: `Text ${random.below(1000)}` } : entry,
  )
  const added = { permissionIdentifier: `may-${random.below(1_000_000)}`, description: 'New' }
  const permissions = random.percent(50) ? [...wanted, added] : wanted
  return { permissions, expectedPermissions: stored }
}

async function valueFor(
  fixture: Fixture,
  name: string,
  type: string | undefined,
): Promise<unknown> {
  const { random } = fixture
  if (name === 'userId') return rowId(fixture, 'users')
  if (name === 'groupId') return rowId(fixture, 'groups')
  if (name === 'sessionIds') return [await rowId(fixture, 'user-sessions')]
  // Sessions are named one by one, so that there is no filter.
  if (name === 'filter') return null
  if (name === 'permissionIds') return permissionIds(fixture)
  if (name === 'groupIds') return groupIds(fixture)
  if (name === 'resourceIds') return resourceIds(fixture)
  if (/Scopes$/.test(name)) return random.some(['openid', 'email', 'offline_access'], 2)
  if (type === 'boolean') return name === 'enabled' ? random.percent(60) : random.percent(50)
  if (type === 'integer')
    return /Max/.test(name) ? 10_000 + random.below(1000) : 1 + random.below(1000)
  return textOf(random, name)
}

async function permissionIds({ random, db, administrative }: Fixture): Promise<number[]> {
  const rows = await db.permission.findMany({ orderBy: { id: 'desc' }, take: 30 })
  const ordinary = rows.map((row) => row.id).filter((id) => !administrative.includes(id))
  const chosen = random.some(ordinary, 4)
  return random.percent(30) ? [...chosen, ...random.some(administrative, 2)] : chosen
}

async function groupIds({ random, db, administrators }: Fixture): Promise<number[]> {
  const rows = await db.group.findMany({ orderBy: { id: 'desc' }, take: 20 })
  const ordinary = rows.map((row) => row.id).filter((id) => !administrators.groups.includes(id))
  const chosen = random.some(ordinary, 3)
  return random.percent(20) ? [...chosen, random.pick(administrators.groups)] : chosen
}

async function resourceIds({ random, db }: Fixture): Promise<number[]> {
  const rows = await db.resource.findMany({ orderBy: { id: 'asc' }, take: 10 })
  const ids = rows.map(({ id }) => id)
  return random.some(ids, 2)
}

/** Texts that pass the rules of a field with this name; short texts for all other fields. */
function textOf(random: RandomSource, name: string): unknown {
  const number = random.below(1_000_000)
  const byName: Readonly<Record<string, unknown>> = {
    email: `person-${number}@example.org`,
    to: 'someone@example.org',
    key: `key-${number % 50}`,
    password: 'Notes-on-the-engine-1843',
    newPassword: 'Notes-on-the-engine-1843',
    setPasswordType: 'now',
    username: `person_${number}`,
    nickname: 'Countess',
    gender: random.pick(['female', 'male', 'other', '']),
    dateOfBirth: '1990-01-15',
    website: 'https://person.example',
    websiteUrl: 'https://client.example',
    kind: 'web',
    framework: 'nextjs',
    zoneInfo: '',
    locale: 'en',
    phoneCountryUniqueId: 'USA_0',
    phoneNumber: '202 555 0147',
    addressCountry: random.pick(['PT', '']),
    passwordPolicy: random.pick(['low', 'medium']),
    issuer: 'http://localhost:3000',
    uiTheme: '',
    primaryColor: random.pick(['#0f6b5c', '']),
    primaryColorDark: random.pick(['#d0ae1c', '']),
    corners: random.pick(['theme', 'round']),
    supportUrl: 'mailto:help@company.example',
    privacyUrl: 'https://company.example/privacy',
    termsUrl: '',
    statusUrl: '',
    defaultAcrLevel: '',
    clientSecret: 'x'.repeat(60),
    includeOpenIDConnectClaimsInAccessToken: random.pick(['on', 'off', 'default']),
    includeOpenIDConnectClaimsInIdToken: random.pick(['on', 'off', 'default']),
    redirectURIs: [`https://client-${number}.example/callback`],
    webOrigins: [`https://client-${number}.example`],
    backchannelLogoutUri: random.pick([`https://client-${number}.example/out`, '']),
    tokenEndpointAuthMethod: 'private_key_jwt',
    expectedTokenEndpointAuthMethod: null,
    jwks: null,
    jwksUri: `https://client-${number}.example/jwks.json`,
    indicators: [`https://api-${number}.example`],
    selfRegisteredClientScopes: ['openid'],
    passkeyRelyingPartyId: random.pick(['login.example', '']),
    rememberBrowserDays: random.below(91),
    breachedPasswordCheck: random.pick(['off', 'file']),
    breachedPasswordService: '',
    signInPage: random.pick(['combined', 'identifier_first']),
    registrationAllowedEmailDomains: [],
    registrationBlockedEmailDomains: [`domain-${number}.example`],
    clientIdMetadataDocumentHosts: [`host-${number}.example`],
    clientIdMetadataDocumentOtherHosts: random.pick(['refuse', 'approve']),
    smtpEncryption: 'none',
    smtpFromEmail: 'from@example.org',
  }
  if (name in byName) return byName[name]
  return /Identifier$/.test(name) ? `record-${number}` : 'Text'
}
