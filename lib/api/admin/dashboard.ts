import * as contract from '#lib/api/contract/admin/dashboard.ts'
import { countLimit } from '#lib/api/contract/models/dashboard.ts'
import { operation } from '#lib/api/operation.ts'
import { acceptedScopes } from '#lib/api/scopes.ts'
import { keyAgesToWire } from '#lib/api/wire/dashboard.ts'
import type { Context } from '#lib/context.ts'
import { countPeople, countSignIns } from '#lib/domain/dashboard/dashboard.ts'
import { findWarnings } from '#lib/domain/dashboard/warnings.ts'
import { usableProviders } from '#lib/domain/identity-providers/usable.ts'
import { listKeys } from '#lib/domain/keys/keys.ts'
import { hasScope } from '#lib/domain/permissions/caller.ts'
import { isGeneratedPasswordUsed } from '#lib/domain/users/first-administrator.ts'

/** Reads the dashboard; each part requires a scope that may read its domain. */
export const getDashboard = operation(contract.getDashboard, async (ctx, { caller }) => {
  const mayRead = (access: 'users' | 'clients' | 'settings') =>
    hasScope(caller, ...acceptedScopes({ access, method: 'GET' }))
  const [users, clients, settings] = await Promise.all([
    mayRead('users') ? countPeople(ctx, countLimit) : null,
    mayRead('clients') ? clientsPart(ctx) : null,
    mayRead('settings') ? settingsPart(ctx) : null,
  ])
  return { users, clients, settings }
})

async function clientsPart({ store }: Context) {
  return { clients: await store.dashboard.countClients() }
}

/** Includes the resources: the scopes that may read the settings may also list resources. */
async function settingsPart(ctx: Context) {
  const [resources, signInDays, keys, providers, found] = await Promise.all([
    ctx.store.dashboard.countResources(),
    countSignIns(ctx, countLimit),
    listKeys(ctx),
    usedProviders(ctx),
    findInTables(ctx),
  ])
  return {
    resources,
    signInDays,
    keys: keyAgesToWire(keys, ctx.now),
    warnings: findWarnings(ctx, keys, providers, found),
  }
}

async function findInTables(ctx: Context) {
  const { store } = ctx
  const [generatedPassword, awaitingClients, failedNotifications] = await Promise.all([
    isGeneratedPasswordUsed(ctx),
    store.clientRegistrations.isAnyPending(),
    store.logoutNotifications.isAnyFailed(),
  ])
  return { generatedPassword, awaitingClients, failedNotifications }
}

/** The providers that people can use, with what last went wrong. */
async function usedProviders(ctx: Context) {
  const providers = await usableProviders(ctx)
  if (providers.length === 0) return []
  const states = await ctx.store.identityProviders.listStates()
  return providers.map((provider) => ({
    ...provider,
    lastFailure: states.find(({ providerId }) => providerId === provider.id)?.lastFailure ?? '',
  }))
}
