import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#lib/persistence/client.ts'
import {
  type Configuration,
  configurationCache,
  readConfigurationVersion,
  storedConfiguration,
} from '#lib/persistence/configuration-cache.ts'
import { openStore, type Store } from '#lib/persistence/store.ts'
import { fileDatabase } from '#tests/support/file-database.ts'
import { aSession } from '#tests/support/granted.ts'
import { aClient, aResource, aUser, grantToClient, grantToUser } from '#tests/support/people.ts'
import { testStart } from '#tests/support/settings.ts'

const { store, database: opened, client: database, url, provider } = await fileDatabase()
const version = () => readConfigurationVersion(opened.queries)
const resource = await aResource(store, 'configuration', ['read', 'write'])
const user = await aUser(store)

const tables = [
  'settings',
  'key_pairs',
  'clients',
  'client_redirect_uris',
  'client_web_origins',
  'client_permissions',
  'client_introspection_resources',
  'permissions',
  'resources',
  'resource_indicators',
]

describe('the version of the configuration', () => {
  test('is renewed by triggers of every table that it is read from', async () => {
    const rows =
      provider === 'sqlite'
        ? await database.$queryRawUnsafe<{ text: string }[]>(
            `SELECT sql AS "text" FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%"configuration_version"%'`,
          )
        : await database.$queryRawUnsafe<{ text: string }[]>(
            `SELECT 'AFTER ' || event_manipulation || ' ON "' || event_object_table || '"' AS "text"
              FROM information_schema.triggers WHERE action_statement LIKE '%configuration_version%'`,
          )
    const found = rows.map(({ text }) => /AFTER (\w+) ON "(\w+)"/.exec(text)?.slice(1).join(' '))
    const wanted = tables.flatMap((table) => [
      `INSERT ${table}`,
      `UPDATE ${table}`,
      `DELETE ${table}`,
    ])
    expect(found.sort()).toEqual(wanted.sort())
  })

  const changes: Record<string, (client: { readonly id: number }) => Promise<unknown>> = {
    'the settings': () => store.settings.update({ appName: 'Another name' }),
    'a new client': () => aClient(store),
    'a changed client': ({ id }) => store.clients.update(id, { enabled: false }),
    'a removed client': ({ id }) => store.clients.remove(id),
    'a redirect URI': ({ id }) => store.clients.addRedirectUris(id, ['https://x.example/cb']),
    'a web origin': ({ id }) => store.clients.addWebOrigins(id, ['https://x.example']),
    'a permission of a client': (client) => grantToClient(store, client, 'configuration:read'),
    'a renamed permission': () =>
      store.resources.updatePermission(resource.permissions[1]?.id ?? 0, {
        permissionIdentifier: 'change',
      }),
    'a renamed resource': () =>
      store.resources.update(resource.id, { resourceIdentifier: 'configuration' }),
    'a key that moves on': async () => {
      const [key] = (await store.signingKeys.findAll()).filter(({ state }) => state === 'next')
      expect(await store.signingKeys.move(key?.id ?? 0, 'next', 'previous')).toBe(true)
    },
    'rows changed by an administrative transaction': ({ id }) =>
      store.adminTransaction((tx) => tx.clients.update(id, { enabled: false })),
  }
  test.each(Object.entries(changes))('changes with %s', async (_, change) => {
    const client = await aClient(store)
    const before = await version()
    await change(client)
    expect(await version()).not.toBe(before)
  })

  test('does not change with what is undone, nor with users, sessions and entries of the log', async () => {
    const before = await version()
    await store
      .adminTransaction(async (tx) => {
        await aClient(tx)
        throw new Error('on purpose')
      })
      .catch(() => {})
    await aSession(store, await aUser(store))
    await grantToUser(store, user, 'configuration:read')
    await store.auditLog.insertAll([
      {
        createdAt: testStart,
        auditEvent: 'created_user',
        details: '{}',
        requestId: 'test-request',
      },
    ])
    expect(await version()).toBe(before)
  })

  test('is its own after every one of many changes at the same time', async () => {
    const client = await aClient(store)
    const seen = new Set([await version()])
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        store.adminTransaction((tx) => tx.clients.update(client.id, { description: `${i}` })),
      ),
    )
    expect(seen).not.toContain(await version())
  })
})

describe('the remembered configuration', () => {
  let separate: Database
  let other: Store
  beforeAll(() => {
    separate = openDatabase(url, 2)
    other = openStore(separate)
  })
  afterAll(() => separate.close())
  const find = async (identifier: string) => (await store.configuration()).client(identifier)

  test('shows what another process changed to whoever asks afterwards', async () => {
    const { id, clientIdentifier } = await aClient(store)
    expect((await find(clientIdentifier))?.enabled).toBe(true)
    await other.clients.update(id, { enabled: false })
    expect((await find(clientIdentifier))?.enabled).toBe(false)
    await other.clients.remove(id)
    expect(await find(clientIdentifier)).toBeNull()
  })

  test('is the same for one who goes on with what was asked for before', async () => {
    const { id, clientIdentifier } = await aClient(store)
    const begun = await store.configuration()
    await begun.client(clientIdentifier)
    await other.clients.update(id, { enabled: false })
    expect((await begun.client(clientIdentifier))?.enabled).toBe(true)
    expect((await find(clientIdentifier))?.enabled).toBe(false)
  })

  /** A configuration cache that counts its reads. */
  function counting(leaseMs = 0) {
    const asked: string[] = []
    let current = 'one'
    const stored = storedConfiguration(store)
    const counted = Object.fromEntries(
      Object.entries(stored).map(([name, read]) => [
        name,
        (argument: never) => {
          asked.push(name)
          return (read as (argument: never) => unknown)(argument)
        },
      ]),
    ) as unknown as Configuration
    const cache = configurationCache(
      counted,
      async () => {
        asked.push('version')
        return current
      },
      leaseMs,
    )
    const change = () => {
      current = 'two'
    }
    return { asked, open: cache.get, change }
  }

  test('reads each thing once while the version stands, and the version once for all at a time', async () => {
    const { asked, open, change } = counting()
    const client = await aClient(store)
    const read = async () => {
      const configuration = await open()
      await configuration.settings()
      await configuration.client(client.clientIdentifier)
      await configuration.clientById(client.id)
    }
    await Promise.all([open(), open(), open()])
    await read()
    await read()
    const first = ['version', 'version', 'settings', 'client', 'clientById', 'version']
    expect(asked).toEqual(first)
    change()
    await read()
    expect(asked).toEqual([...first, 'version', 'settings', 'client', 'clientById'])
  })

  test('does not remember what is not there, nor what could not be read', async () => {
    const { asked, open } = counting()
    const configuration = await open()
    for (let i = 0; i < 2; i++) {
      expect(await configuration.client('nobody')).toBeNull()
      expect(await configuration.hasWebOrigin('https://nobody.example')).toBe(false)
    }
    expect(asked.filter((name) => name !== 'version')).toHaveLength(4)
    const failing = configurationCache(
      { ...storedConfiguration(store), settings: () => Promise.reject(new Error('away')) },
      version,
      0,
    )
    const broken = await failing.get()
    await expect(broken.settings()).rejects.toThrow('away')
    await expect(broken.settings()).rejects.toThrow('away')
  })

  test('takes no identifier for the number of a row that was asked for', async () => {
    const { id } = await aClient(store)
    const configuration = await store.configuration()
    expect((await configuration.clientById(id))?.id).toBe(id)
    for (const identifier of [`${id}`, `id ${id}`]) {
      expect(await configuration.client(identifier), identifier).toBeNull()
    }
  })

  test('cannot be changed by those who share it', async () => {
    const client = await find((await aClient(store)).clientIdentifier)
    expect(() => Object.assign(client ?? {}, { enabled: false })).toThrow(TypeError)
    expect(() => client?.redirectUris.pop()).toThrow(TypeError)
  })
})

describe('the lease of the configuration', () => {
  /** Longer than any test, so a read that does not wait for its end returns the old values. */
  const long = 3_600_000
  /** Long enough that nothing else delays the next read after a change as much. */
  const short = 400
  const processes: Database[] = []
  const process = (leaseMs: number) => {
    const another = openDatabase(url, 2)
    processes.push(another)
    return openStore(another, leaseMs)
  }
  afterAll(() => Promise.all(processes.map((another) => another.close())))
  const enabled = async (asked: Store, identifier: string) =>
    (await (await asked.configuration()).client(identifier))?.enabled

  test('lets requests go by the version that was asked for when it began', async () => {
    const { id, clientIdentifier } = await aClient(store)
    const leasing = process(long)
    expect(await enabled(leasing, clientIdentifier)).toBe(true)
    await store.clients.update(id, { enabled: false })
    expect(await enabled(leasing, clientIdentifier)).toBe(true)
    expect(await enabled(process(long), clientIdentifier)).toBe(false)
  })

  test('is over in every process when a change is answered', async () => {
    const { id, clientIdentifier } = await aClient(store)
    const [changing, ...others] = [process(short), process(short), process(short)]
    await changing?.adminTransaction(async (tx) => {
      await tx.clients.update(id, { enabled: false })
      for (const other of others) expect(await enabled(other, clientIdentifier)).toBe(true)
    })
    for (const other of [...others, changing as Store]) {
      expect(await enabled(other, clientIdentifier)).toBe(false)
    }
  })

  test('is waited for also where the process saw the change before it was done with it', async () => {
    let current = 'one'
    const cache = configurationCache(storedConfiguration(store), async () => current, 50)
    await cache.get()
    const awaitPropagation = cache.beginWrite()
    current = 'two'
    await rest(51)
    await cache.get()
    const begun = performance.now()
    await awaitPropagation()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(50)
  })

  test('is waited for by nobody who changed nothing of it, nor by one whose change was undone', async () => {
    const leasing = process(long)
    await leasing.configuration()
    await leasing.adminTransaction((tx) => aUser(tx))
    const undone = leasing.adminTransaction(async (tx) => {
      await aClient(tx)
      throw new Error('on purpose')
    })
    await expect(undone).rejects.toThrow('on purpose')
  })

  test('keeps no change from being answered where the version cannot be asked for after the commit', async () => {
    let isAway = false
    const cache = configurationCache(
      storedConfiguration(store),
      () => (isAway ? Promise.reject(new Error('away')) : version()),
      10,
    )
    await cache.get()
    const awaitPropagation = cache.beginWrite()
    isAway = true
    await expect(awaitPropagation()).resolves.toBeUndefined()
  })
})
