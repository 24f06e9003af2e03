import type { Page } from '@playwright/test'
import { randomToken } from '#lib/base/crypto/random.ts'
import type { Store } from '#lib/persistence/store.ts'
import { aClient, aPublicClient, type TestClient } from '#tests/support/people.ts'
import { anAdministrator, openConsole } from './console.ts'

export function clientPage(client: { readonly id: number }, section: string): string {
  return `/admin/clients/${client.id}/${section}`
}

/**
 * Signs a new administrator in. The seeded administrator has only one session per address and device, and
 * tests run in parallel.
 */
export async function enterAsAdministrator(page: Page, store: Store, path: string): Promise<void> {
  await openConsole(page, await anAdministrator(store, 'manage'), path)
}

/** Opens a new client's page as an administrator. */
export async function openClient(
  page: Page,
  store: Store,
  section: string,
  overrides: Parameters<typeof aClient>[1] = {},
): Promise<TestClient> {
  const client = await aClient(store, overrides)
  await enterAsAdministrator(page, store, clientPage(client, section))
  return client
}

/** Opens a new public client's page as an administrator. */
export async function openPublicClient(
  page: Page,
  store: Store,
  section: string,
): Promise<TestClient> {
  const client = await aPublicClient(store)
  await enterAsAdministrator(page, store, clientPage(client, section))
  return client
}

export function anIdentifier(start = 'app'): string {
  return `${start}-${randomToken(9).replaceAll(/[^a-zA-Z0-9]/g, 'x')}`
}

export async function storedClient(store: Store, { id }: { readonly id: number }) {
  const client = await store.clients.findWithLists(id)
  if (!client) throw new Error('The client is not stored.')
  return client
}
