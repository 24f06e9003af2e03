/**
 * `npm run bench:lists`: durations and query plans of the Admin API's lists at the size that the console is promised for
 * (10,000 users, a million entries of the audit log) and with 100,000 users. It creates its own SQLite databases, and PostgreSQL databases when `TEST_POSTGRESQL_URL`
 * names a server.
 */
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Context } from '#lib/context.ts'
import { eventsMatching } from '#lib/domain/audit/event-kinds.ts'
import { searchRecords } from '#lib/domain/dashboard/record-search.ts'
import { openDatabase } from '#lib/persistence/client.ts'
import type { Provider } from '#lib/persistence/database/provider.ts'
import type { PrismaClient } from '#lib/persistence/generated/sqlite/client.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'
import { createDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { planOf, statementsOf, watchStatements } from '#tests/support/statements.ts'
import { consoleSize, fillDatabase, fullSize } from './dataset.ts'

interface Subjects {
  readonly group: number
  readonly client: number
  readonly permission: number
  readonly user: number
}

type List = readonly [title: string, work: (store: Store, subjects: Subjects) => Promise<unknown>]

interface Measured {
  readonly title: string
  readonly millis: number
  readonly plans: readonly string[]
}

const repeats = 20
/** Shows in a minute that every list is read; its times say nothing. */
const trialSize = { users: 1_000, groups: 50, clients: 50, entries: 10_000 }
/** `npm run bench:lists -- console` measures the promised size only, `-- trial` a small one. */
const chosen = { console: [consoleSize], trial: [trialSize] }[process.argv[2] ?? '']
const sizes = chosen ?? [consoleSize, fullSize]
const now = new Date()
const since = { idleSince: addSeconds(now, -7_200), startedSince: addSeconds(now, -86_400) }

const search =
  (text: string, page = 1): List[1] =>
  ({ users }) =>
    users.search({ text, page, size: 10 })

type Listing = Parameters<Store['users']['listUserIds']>[0]

const first = { page: 1, size: 50 }

function listing(filter: Listing['filter']): Listing {
  return { text: '', filter, sort: 'name', direction: 'asc' }
}

function sorted(
  sort: Listing['sort'],
  direction: Listing['direction'],
  page = 1,
  text = '',
  filter: Listing['filter'] = {},
): List[1] {
  return ({ users }) => users.listUserIds({ text, filter, sort, direction }, { page, size: 50 })
}

const everyone = { text: '', page: 1, size: 20 }

/** What the page of the activity shows at first, and its failed sign-ins. */
const everyday = eventsMatching(undefined, undefined, undefined)
const refused = eventsMatching(undefined, 'sign_ins', 'refused')
const weekAgo = addSeconds(now, -7 * 86_400)

function placeAt(seconds: number) {
  return { createdAt: addSeconds(now, -seconds), id: Number.MAX_SAFE_INTEGER }
}

type EntryFilter = Parameters<Store['auditLog']['listFiltered']>[0]

function activity(filter: EntryFilter, back?: number) {
  const after = back === undefined ? undefined : placeAt(back)
  return ({ auditLog }: Store) => auditLog.listFiltered(filter, after, 51)
}

function searchOf(text: string): List[1] {
  const readable = { users: true, clients: true, settings: true }
  return (store) => searchRecords({ store } as Context, text, 5, readable)
}

/** What the list of users can be narrowed by, beside groups and permissions. */
const userFilters: readonly List[] = (
  [
    ['with two-step sign-in', { twoFactor: true }],
    ['without two-step sign-in', { twoFactor: false }],
    ['with a passkey', { passkey: true }],
    ['without a passkey', { passkey: false }],
    ['whose address is not confirmed', { emailVerified: false }],
    ['created in a week', { createdSince: weekAgo }],
    ['who signed in in a week', { signedInSince: weekAgo }],
    ['who did not sign in for a week', { signedInBefore: weekAgo }],
    ['who never signed in', { neverSignedIn: true }],
  ] as const
).map(([title, filter]) => [`users ${title}`, sorted('name', 'asc', 1, '', filter)])

/** The same of the list of applications. */
const clientFilters: readonly List[] = (
  [
    ['of a kind', { kind: 'web' }],
    ['that are disabled', { enabled: false }],
    ['that are public', { isPublic: true }],
    ['that registered themselves', { selfRegistered: true }],
    ['that wait for approval', { approval: 'pending' }],
    ['used in a week', { usedSince: weekAgo }],
    ['not used for a week', { usedBefore: weekAgo }],
    ['never used', { neverUsed: true }],
  ] as const
).map(([title, filter]) => [
  `clients ${title}`,
  ({ clients }) =>
    clients.listClientIds({ text: '', filter, sort: 'identifier', direction: 'asc' }, first),
])

const lists: readonly List[] = [
  ['users, page 1 of 10', ({ users }) => users.search({ text: '', page: 1, size: 10 })],
  ['users, page 1 of 200', ({ users }) => users.search({ text: '', page: 1, size: 200 })],
  ['users, page 50 of 10', ({ users }) => users.search({ text: '', page: 50, size: 10 })],
  ['users by a frequent name', search('LOVEL')],
  ['users by a frequent name, page 50', search('LOVEL', 50)],
  ['users by a frequent name, not ASCII', search('GÖDEL')],
  ['users by what all have', search('bench.example')],
  ['users by one address', search('user-005432@')],
  ['users by a rare name, not ASCII', search('öÞþ')],
  ['users by what none has', search('nobodyx')],
  ['users by two letters', search('lo')],
  ['users by two letters none has', search('zq')],
  ['users by name, page 1 of 50', sorted('name', 'asc')],
  ['users by last sign-in', sorted('lastSignInAt', 'desc')],
  ['users by creation, page 50', sorted('createdAt', 'desc', 50)],
  ['users by email, of a frequent name', sorted('email', 'asc', 1, 'LOVEL')],
  [
    'users who are enabled, by last sign-in',
    sorted('lastSignInAt', 'desc', 1, '', { enabled: true }),
  ],
  [
    'users of a group, by name',
    ({ users }, { group }) => users.listUserIds(listing({ group }), first),
  ],
  [
    'holders of a permission in either way',
    ({ users }, { permission }) => users.listUserIds(listing({ permission }), first),
  ],
  ...userFilters,
  ['ids of all users, by name', ({ users }) => users.listUserIds(listing({}), { most: 100_000 })],
  [
    'clients by words, by last use',
    ({ clients }) =>
      clients.listClientIds(
        { text: 'client 7', filter: {}, sort: 'lastUsedAt', direction: 'desc' },
        first,
      ),
  ],
  ...clientFilters,
  [
    'groups by words, by members',
    ({ groups }) =>
      groups.listGroupIds(
        { text: 'team 7', filter: {}, sort: 'memberCount', direction: 'desc' },
        first,
      ),
  ],
  ['groups by a text, page', ({ groups }) => groups.search('team 7', 1, 10)],
  ['groups by a text, total', ({ groups }) => groups.countMatching('team 7')],
  ['members, page 1 of 10', ({ memberships }, { group }) => memberships.listMembers(group, 1, 10)],
  [
    'members, page 1 of 200',
    ({ memberships }, { group }) => memberships.listMembers(group, 1, 200),
  ],
  [
    'holders of a permission',
    (store, { permission }) => store.permissionGrants.listUsers(permission, 1, 10),
  ],
  [
    'everyone who holds a permission',
    (store, { permission }) => store.permissionGrants.listHoldingUsers([permission], everyone),
  ],
  [
    'holders of a permission through a group',
    (store, { permission }) =>
      store.permissionGrants.listHoldingUsers([permission], { ...everyone, source: 'group' }),
  ],
  [
    'ids of its holders, for an export',
    (store, { permission }) =>
      store.permissionGrants.listHoldingUserIds([permission], { text: '' }, 100_000),
  ],
  [
    'numbers of its holders',
    (store, { permission }) => store.permissionGrants.countHolders([permission]),
  ],
  ['why a user holds permissions', (store, { user }) => store.permissionGrants.sourcesOf([user])],
  ['permissions by a text', ({ permissions }) => permissions.search('read', 1, 20)],
  ['groups of a user', ({ groups }, { user }) => groups.listOfUser(user)],
  ['sessions of a user', (store, { user }) => store.sessions.listActive(user, since)],
  [
    'sessions of a client',
    (store, { client }) => store.sessions.listActiveOfClient(client, since, { page: 1, size: 50 }),
  ],
  [
    'sessions of a client, total',
    (store, { client }) => store.sessions.countActiveOfClient(client, since),
  ],
  ['sessions of all users', ({ sessions }) => sessions.listAll(since, {}, null, 50)],
  ['sessions of all users, total', ({ sessions }) => sessions.countAll(since, {}, 10_001)],
  [
    'sessions of an address',
    ({ sessions }) => sessions.listAll(since, { ipAddress: '203.0.113.7' }, null, 50),
  ],
  [
    'sessions of a client, of all users',
    ({ sessions }, { client }) => sessions.listAll(since, { clientId: client }, null, 50),
  ],
  [
    'sessions of a user, of all users',
    ({ sessions }, { user }) => sessions.listAll(since, { userId: user }, null, 50),
  ],
  [
    'sessions that began before a moment, total',
    ({ sessions }) => sessions.countAll(since, { startedUntil: now }, 10_001),
  ],
  ['audit log, page 1', ({ auditLog }) => auditLog.list({}, 1, 20)],
  ['audit log of an event', ({ auditLog }) => auditLog.list({ auditEvent: 'rotated_keys' }, 1, 20)],
  ['audit log of a request', ({ auditLog }) => auditLog.list({ requestId: 'none' }, 1, 20)],
  ['audit log, total', ({ auditLog }) => auditLog.count({})],
  ['activity, all but tokens', activity({ events: everyday })],
  ['activity, all but tokens, 7 days', activity({ events: everyday, from: weekAgo })],
  ['activity, all but tokens, far back', activity({ events: everyday }, 900_000)],
  ['activity with tokens, far back', activity({}, 900_000)],
  ['activity, refused sign-ins', activity({ events: refused })],
  ['activity of a user', (store, { user }) => activity({ userId: user, events: everyday })(store)],
  [
    'activity of a client',
    (store, { client }) => activity({ clientId: client, events: everyday })(store),
  ],
  ['activity of an address', activity({ ipAddress: '203.0.113.10', events: everyday })],
  ['activity of an actor', activity({ actor: 'bench', events: everyday })],
  ['activity of a request', activity({ requestId: 'none' })],
  ['activity, entries of an export', ({ auditLog }) => auditLog.countFiltered({ before: now })],
  [
    'activity, entries of an export, no tokens',
    ({ auditLog }) => auditLog.countFiltered({ events: everyday, before: now }),
  ],
  [
    'activity, 500 rows of an export, far back',
    ({ auditLog }) => auditLog.walkFiltered({ events: everyday }, placeAt(900_000), 500),
  ],
  ['search of every kind, a name', searchOf('ada lovel')],
  ['search of every kind, a letter', searchOf('a')],
  ['search of every kind, an ID', searchOf('01a2137a-f4b0-7d4c-8000-000000000000')],
]

watchStatements()
await compareSizes('sqlite')
if (process.env.TEST_POSTGRESQL_URL) await compareSizes('postgresql')

async function compareSizes(provider: Provider): Promise<void> {
  const results: Measured[][] = []
  for (const size of sizes) {
    const database = await createDatabase(provider)
    try {
      say(`${provider}: filling a database of ${size.users} users …`)
      await fillDatabase(database.url, size)
      results.push(await measureAll(database))
    } finally {
      await database.remove()
    }
  }
  report(provider, results)
}

async function measureAll(database: TestDatabase): Promise<Measured[]> {
  const opened = openDatabase(database.url, 2)
  try {
    const store = openStore(opened)
    const subjects = await findSubjects(opened.prisma)
    const measured: Measured[] = []
    for (const [title, work] of lists) {
      measured.push(await measure(database, title, () => work(store, subjects)))
    }
    return measured
  } finally {
    await opened.close()
  }
}

async function findSubjects(client: PrismaClient): Promise<Subjects> {
  const [group, application, permission, user] = await Promise.all([
    client.group.findFirstOrThrow({ where: { groupIdentifier: 'group-000000' } }),
    client.client.findFirstOrThrow({ where: { clientIdentifier: 'client-000000' } }),
    client.permission.findFirstOrThrow({ where: { permissionIdentifier: 'read' } }),
    client.user.findFirstOrThrow({ where: { email: 'user-000000@bench.example' } }),
  ])
  return { group: group.id, client: application.id, permission: permission.id, user: user.id }
}

async function measure(
  { provider, url }: TestDatabase,
  title: string,
  work: () => Promise<unknown>,
): Promise<Measured> {
  const plans: string[] = []
  for (const statement of await statementsOf(work)) {
    plans.push(...(await planOf(provider, url, statement)), '')
  }
  const times: number[] = []
  for (let i = 0; i < repeats; i++) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return { title, millis: times.toSorted((a, b) => a - b)[repeats / 2] ?? 0, plans }
}

function report(provider: Provider, results: readonly Measured[][]): void {
  say(`\n${provider}: median milliseconds of ${repeats} runs`)
  say(`${'list'.padEnd(44)}${sizes.map(({ users }) => `${users}`.padStart(10)).join('')}`)
  const last = results.at(-1) ?? []
  for (const [i, { title }] of last.entries()) {
    const times = results.map((measured) => (measured[i]?.millis ?? 0).toFixed(1).padStart(10))
    say(`${title.padEnd(44)}${times.join('')}`)
  }
  say(`\n${provider}: plans at ${sizes.at(-1)?.users} users`)
  for (const { title, plans } of last) say(`\n## ${title}\n${plans.join('\n').trimEnd()}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
