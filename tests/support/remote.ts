import { openDatabase } from '#lib/persistence/client.ts'
import type { Store } from '#lib/persistence/store.ts'
import { type FormFields, fieldList } from './server.ts'
import { openStoreBeside } from './store-beside.ts'

/** A started server with the interface that protocol tests use. */
export interface RemoteServer {
  fetch(path: string, init?: RequestInit): Promise<Response>
  post(path: string, fields: FormFields, init?: RequestInit): Promise<Response>
}

/** Calls a server over the network through the interface of the in-process server. */
export function remoteServer(baseUrl: string): RemoteServer {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, baseUrl), { redirect: 'manual', ...init })
  return {
    fetch: ask,
    post: (path, fields, init = {}) =>
      ask(path, { ...init, method: 'POST', body: new URLSearchParams(fieldList(fields)) }),
  }
}

/** Opens a started server's database while `work` runs. */
export async function withStore<T>(
  databaseUrl: string,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const database = openDatabase(databaseUrl, 2)
  try {
    return await work(openStoreBeside(database))
  } finally {
    await database.close()
  }
}
