import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomUuid } from '#lib/base/crypto/random.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { generateKeyPair } from '#lib/domain/keys/keys.ts'
import { seed } from '#lib/domain/settings/bootstrap.ts'
import { openDatabase } from '#lib/persistence/client.ts'
import { providerOf } from '#lib/persistence/database/provider.ts'
import type { PrismaClient } from '#lib/persistence/generated/sqlite/client.ts'
import { migrate } from '#lib/persistence/maintenance/migrate.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'
import { hashCheaply } from '#tests/support/hashing.ts'
import { migrationsFolder } from '#tests/support/migrations-folder.ts'
import { testCipher, testConfig } from '#tests/support/settings.ts'

export interface DatasetSize {
  readonly users: number
  readonly groups: number
  readonly clients: number
  /** Of the audit log; absent: one per user. */
  readonly entries?: number
}

/** The size at which lists must stay fast. */
export const fullSize: DatasetSize = { users: 100_000, groups: 1_000, clients: 1_000 }

/** What the console is promised for: every list within 150 ms. */
export const consoleSize: DatasetSize = {
  users: 10_000,
  groups: 500,
  clients: 500,
  entries: 1_000_000,
}

/** Rows per statement: both databases accept at most about 30,000 values. */
const rowsAtOnce = 1_000

const givenNames = [
  'Ada',
  'Grace',
  'Alan',
  'Edsger',
  'Barbara',
  'Donald',
  'Frances',
  'Ken',
  'Radia',
]
const familyNames = [
  'Lovelace',
  'Hopper',
  'Turing',
  'Dijkstra',
  'Liskov',
  'Knuth',
  'Allen',
  'Perlman',
  'Gödel',
]

const widePermissions = 2_000

/**
 * Migrates and fills a database. One group has a fifth of all users; one permission belongs to a fifth of
 * them, another to all. The resource `wide` has 2,000 permissions, every fifth user has a session on one
 * client, and there is an audit entry per user. Leaves a filled database unchanged.
 */
export async function fillDatabase(databaseUrl: string, size: DatasetSize): Promise<void> {
  await migrate(databaseUrl, migrationsFolder)
  // The statistics of a filled database take longer than a request may.
  const database = openDatabase(databaseUrl, 2, { statementMs: 600_000 })
  try {
    await seed(openStore(database), {
      config: testConfig(databaseUrl),
      cipher: testCipher,
      now: new Date(),
      hashPassword: hashCheaply,
      generateKeys: generateKeyPair,
    })
    const resourceIdentifier = 'bench'
    if (!(await database.prisma.resource.findUnique({ where: { resourceIdentifier } }))) {
      await fill(database.prisma, size, new Date())
      const provider = providerOf(databaseUrl)
      await tidyUserIndex(openStore(database))
      await database.prisma.$executeRawUnsafe(
        provider === 'postgresql' ? 'VACUUM (ANALYZE)' : 'ANALYZE',
      )
    }
  } finally {
    await database.close()
  }
}

async function fill(client: PrismaClient, size: DatasetSize, now: Date): Promise<void> {
  const passwordHash = await hashCheaply('Battery-staple-7')
  const first = await nextIds(client)
  await insertInChunks(
    size.groups,
    (i) => ({ groupIdentifier: `group-${padded(i)}`, description: `Group of team ${i}` }),
    (data) => client.group.createMany({ data }),
  )
  await insertInChunks(
    size.clients,
    (i) => ({
      clientIdentifier: `client-${padded(i)}`,
      description: `Application ${i}`,
      authorizationCodeEnabled: true,
      defaultAcrLevel: 'urn:authserver:level1',
    }),
    (data) => client.client.createMany({ data }),
  )
  await insertInChunks(
    size.clients,
    (i) => ({ clientId: first.client + i, uri: `https://app-${i}.example/callback` }),
    (data) => client.clientRedirectUri.createMany({ data }),
  )
  await insertInChunks(
    size.users,
    (i) => userAt(i, passwordHash),
    (data) => client.user.createMany({ data }),
  )
  await insertInChunks(
    size.users,
    (i) => ({ userId: first.user + i, groupId: first.group + 1 + (i % (size.groups - 1)) }),
    (data) => client.userGroup.createMany({ data }),
  )
  const fifth = Math.floor(size.users / 5)
  await insertInChunks(
    fifth,
    (i) => ({ userId: first.user + i * 5, groupId: first.group }),
    (data) => client.userGroup.createMany({ data }),
  )
  await insertInChunks(
    fifth,
    (i) => ({ userId: first.user + i * 5, permissionId: first.permission }),
    (data) => client.userPermission.createMany({ data }),
  )
  await insertInChunks(
    size.users,
    (i) => ({ userId: first.user + i, permissionId: first.permissionOfAll }),
    (data) => client.userPermission.createMany({ data }),
  )
  await insertInChunks(
    widePermissions,
    (i) => ({ resourceId: first.wideResource, permissionIdentifier: `permission-${padded(i)}` }),
    (data) => client.permission.createMany({ data }),
  )
  await insertInChunks(
    fifth,
    (i) => sessionOf(first.user + i * 5, now, i),
    (data) => client.userSession.createMany({ data }),
  )
  await insertInChunks(
    fifth,
    (i) => ({
      userSessionId: first.session + i,
      clientId: first.client,
      started: now,
      lastAccessed: now,
    }),
    (data) => client.userSessionClient.createMany({ data }),
  )
  await insertInChunks(
    size.entries ?? size.users,
    (i) => auditEntryAt(i, now, first, size),
    (data) => client.auditLog.createMany({ data }),
  )
}

/** Does what the cleaner does in a server's first hours. */
async function tidyUserIndex({ userIndex, adminTransaction }: Store): Promise<void> {
  while ((await userIndex.foldBatch(1_000)) > 0);
  while (await adminTransaction((tx) => tx.userIndex.mergeBatch()));
}

/** Creates the resources and one permission, and returns the ids of the rows to come. */
async function nextIds(client: PrismaClient) {
  const resource = await client.resource.create({
    data: {
      resourceIdentifier: 'bench',
      permissions: { create: [{ permissionIdentifier: 'read' }] },
    },
    include: { permissions: true },
  })
  const wide = await client.resource.create({ data: { resourceIdentifier: 'wide' } })
  const ofAll = await client.permission.findFirstOrThrow({
    where: { permissionIdentifier: 'manage-account' },
  })
  const after = async (rows: Promise<{ _max: { id: number | null } }>) =>
    ((await rows)._max.id ?? 0) + 1
  const max = { _max: { id: true } } as const
  return {
    permission: resource.permissions[0]?.id ?? 0,
    permissionOfAll: ofAll.id,
    wideResource: wide.id,
    user: await after(client.user.aggregate(max)),
    group: await after(client.group.aggregate(max)),
    client: await after(client.client.aggregate(max)),
    session: await after(client.userSession.aggregate(max)),
  }
}

function userAt(i: number, passwordHash: string) {
  return {
    subject: randomUuid(),
    email: `user-${padded(i)}@bench.example`,
    emailVerified: true,
    givenName: `${givenNames[i % givenNames.length]}${String.fromCharCode(97 + (i % 26))}`,
    familyName: familyNames[i % familyNames.length] ?? '',
    passwordHash,
  }
}

function sessionOf(userId: number, now: Date, i: number) {
  return {
    userId,
    sessionIdentifier: randomUuid(),
    cookieHash: sha256Hex(`cookie ${userId}`),
    started: now,
    lastAccessed: addSeconds(now, -(i % 3_600)),
    authTime: now,
    authMethods: 'pwd',
    acrLevel: 'urn:authserver:level1',
    ipAddress: '127.0.0.1',
    deviceName: 'Firefox',
    deviceType: 'computer',
    deviceOs: 'Linux',
    authStateGeneration: 0,
    otpConfigGeneration: 0,
  }
}

/** Most entries are about tokens, some about sign-ins, few about changes. */
function auditEntryAt(
  i: number,
  now: Date,
  first: { readonly user: number; readonly client: number; readonly group: number },
  size: DatasetSize,
) {
  const entry = { createdAt: addSeconds(now, -i), details: '{}', requestId: randomUuid() }
  if (i % 1_000 === 0) return { ...entry, auditEvent: 'rotated_keys' }
  if (i % 10 !== 0) return { ...entry, auditEvent: 'token_issued_refresh_token_response' }
  const userId = first.user + (i % size.users)
  if (i % 100 === 50)
    return { ...entry, auditEvent: 'updated_user_profile', userId, actor: 'bench' }
  return {
    ...entry,
    auditEvent: i % 200 === 10 ? 'auth_failed_pwd' : 'auth_success_pwd',
    userId,
    clientId: first.client + (i % size.clients),
    ipAddress: `203.0.113.${i % 250}`,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  }
}

async function insertInChunks<Row>(
  count: number,
  rowAt: (index: number) => Row,
  insert: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += rowsAtOnce) {
    const length = Math.min(rowsAtOnce, count - from)
    await insert(Array.from({ length }, (_, i) => rowAt(from + i)))
  }
}

function padded(number: number): string {
  return String(number).padStart(6, '0')
}
