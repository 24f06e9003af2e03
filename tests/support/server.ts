import { openLog } from '#lib/base/log/log.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import type { Config } from '#lib/config/config.ts'
import { openMail } from '#lib/mail/transport.ts'
import { lookUpBreached } from '#lib/outbound/breached-passwords.ts'
import type { SettingsRecord, Store } from '#lib/persistence/store.ts'
import type { Runtime } from '#lib/runtime.ts'
import { findRoute, loadRoute } from '#lib/server/router.ts'
import { fileDatabase, type OpenDatabase, openSeededDatabase } from './file-database.ts'
import { baseUrl, testCipher, testConfig, testStart } from './settings.ts'
import { responseOf } from './views.ts'

/** The in-process server: the handlers of the route files over the file's database. */
export interface TestServer {
  readonly config: Config
  readonly store: Store
  readonly runtime: Runtime
  readonly clock: TestClock
  /**
   * Requests a path as the start file would: bodies and headers unchanged, redirects not followed. The header
   * `x-test-peer` is the address of the other end, and `x-test-request-id` the request's id.
   * @param path path with query, or an address of this server
   */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Posts a form (`application/x-www-form-urlencoded`). */
  post(path: string, fields: FormFields, init?: RequestInit): Promise<Response>
  changeSettings(change: Parameters<Store['settings']['update']>[0]): Promise<SettingsRecord>
}

/** The server's clock: it does not advance until a test moves it. */
export interface TestClock {
  now(): Date
  set(moment: Date): void
  advance(seconds: number): void
}

/** Fields of a form, in order; a list of pairs may repeat a name. */
export type FormFields =
  | Readonly<Record<string, string | undefined>>
  | readonly (readonly [name: string, value: string])[]

interface ServerOptions {
  readonly now?: Date
  /** Environment variables that differ from `testEnvironment`. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Uses a database that no other test of the file uses. */
  readonly ownDatabase?: boolean
  /** The database to use instead of a fresh copy of the template. */
  readonly database?: OpenDatabase
}

/**
 * Replaces the process's runtime, so route files use this database and clock from now on. Only the file's
 * latest server is in use.
 */
export async function server(options: ServerOptions = {}): Promise<TestServer> {
  const database =
    options.database ?? (await (options.ownDatabase ? openSeededDatabase() : fileDatabase()))
  const config = testConfig(database.url, options.env)
  const clock = testClock(options.now ?? testStart)
  const runtime: Runtime = {
    config,
    log: openLog(config.logLevel),
    database: database.database,
    store: database.store,
    limits: database.limits,
    mail: openMail(),
    lookUpBreached,
    cipher: testCipher,
    clock: clock.now,
    seedReport: null,
    notReady: async () => null,
    close: async () => {},
  }
  installRuntime(runtime)
  const fetch = (path: string, init?: RequestInit) => dispatch(path, init)
  return {
    config,
    store: database.store,
    runtime,
    clock,
    fetch,
    post: (path, fields, init = {}) =>
      fetch(path, { ...init, method: 'POST', body: new URLSearchParams(fieldList(fields)) }),
    changeSettings: (change) => database.store.settings.update(change),
  }
}

/** Fields as a list of pairs, without undefined values. */
export function fieldList(fields: FormFields): [string, string][] {
  const pairs: readonly (readonly [string, string | undefined])[] = Array.isArray(fields)
    ? fields
    : Object.entries(fields)
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

/** Stores the runtime where `singleton('runtime', …)` looks for it. */
function installRuntime(runtime: Runtime): void {
  const slots = globalThis as unknown as Record<symbol, unknown>
  slots[Symbol.for('authserver.runtime')] = Promise.resolve(runtime)
}

async function dispatch(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(path, baseUrl)
  if (url.origin !== baseUrl) throw new Error(`${url.origin} is not the server under test.`)
  const headers = new Headers(init.headers)
  const peer = headers.get('x-test-peer') ?? '127.0.0.1'
  const requestId = headers.get('x-test-request-id') ?? undefined
  const request = Object.assign(new Request(url, { ...init, headers }), {
    peer,
    ...(requestId ? { requestId } : {}),
  })
  const route = findRoute(url.pathname)
  if (!route) return new Response('not found\n', { status: 404 })
  const handler = (await loadRoute(route.template))[request.method]
  if (!handler) return new Response(null, { status: 405 })
  return responseOf(await handler.answer(request, { params: Promise.resolve(route.params) }))
}

function testClock(start: Date): TestClock {
  let now = start
  return {
    now: () => now,
    set(moment) {
      now = moment
    },
    advance(seconds) {
      now = addSeconds(now, seconds)
    },
  }
}
