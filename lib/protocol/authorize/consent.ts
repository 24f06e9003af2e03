import type { Outcome } from '#lib/answers/outcome.ts'
import type { ScopeView } from '#lib/answers/view.ts'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { sha256Base64url } from '#lib/base/crypto/hash.ts'
import type { Parameters } from '#lib/base/text/parameters.ts'
import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { auditRefusal } from '#lib/domain/audit/audit.ts'
import { approvedScopes, saveConsent } from '#lib/domain/clients/consents.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { accountView } from '../account-view.ts'
import { deviceView, owesSameCode } from '../device/confirm.ts'
import { destinationOf } from '../redirect-uri.ts'
import { isAdministrativeScope, isPermissionScope } from '../scopes.ts'
import { clientView } from './client-view.ts'
import { continueInteraction } from './continue-interaction.ts'
import { isUsable, nothingLeft, type RefuseDecision } from './decide.ts'
import {
  changeInteraction,
  mayAuditRefusal,
  type StoredInteraction,
  stateMismatch,
} from './interaction.ts'
import { effectiveScopes, firstProvenAt } from './load-interaction.ts'
import { declined, refuseAuthorization } from './refuse.ts'
import { copyOf } from './request-copy.ts'
import { restart } from './restart.ts'
import {
  backToForm,
  currentAddress,
  formOf,
  guarded,
  openStep,
  type StepContext,
  stepPage,
} from './steps.ts'

/**
 * `GET /auth/consent`: every scope that would be granted, each with its own checkbox. For a device, also its code and
 * its place.
 */
export const consentPage = stepPage({
  steps: ['consent'],
  isPassed: (row) => row.consentedScope !== null,
  show: async (ctx, stepContext) => {
    const { request, row } = stepContext.interaction
    const user = requireUser(stepContext)
    const { scopes } = stepContext.loaded.state
    const asked = {
      uiLocales: request.uiLocales,
      ceremonyId: `${row.interactionIdentifier}.${fingerprint(user, scopes)}`,
      client: await clientView(ctx, request.client, { claimedName: true }),
      account: accountView(user),
      scopes: await scopeViews(ctx, user, request.client.id, scopes),
    }
    if (request.device) {
      const device = await deviceView(ctx, stepContext.interaction)
      const error = row.formError === '' ? {} : { error: { key: row.formError } }
      return {
        kind: 'page',
        status: 200,
        view: { page: 'device-confirm', ...asked, device, ...error },
      }
    }
    const requestCopy = copyOf(ctx, request)
    const destination = destinationOf(request.redirectUri)
    return {
      kind: 'page',
      status: 200,
      view: { page: 'consent', ...asked, requestCopy, destination },
    }
  },
})

/**
 * `POST /auth/consent`: `btnSubmit=submit` approves the scopes of the ticked boxes `consent<i>`; `btnRestart`
 * returns to the password for another account; any other submit declines. The boxes index the list that the page
 * showed. When that list changed since, the page is shown again.
 */
export const submitConsent = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const identifier = form.value('ceremonyId')
  const stepContext = await openStep(ctx, incoming, identifier)
  const { interaction, decision, loaded } = stepContext
  if (decision.step !== 'consent' && interaction.row.consentedScope !== null) {
    throw stateMismatch(interaction)
  }
  if (form.present('btnRestart') && decision.step === 'consent') return restart(ctx, interaction)
  const shown = loaded.state.scopes
  const isAsShown =
    decision.step === 'consent' &&
    identifier?.split('.')[1] === fingerprint(requireUser(stepContext), shown)
  if (!isAsShown) {
    if (decision.step === 'sign-in') await noteLostSession(ctx, interaction, form)
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  const user = requireUser(stepContext)
  if (!isApproval(form)) return refuseAuthorization(ctx, interaction, user, declined)
  if (owesSameCode(interaction, form)) {
    return backToForm(ctx, interaction, 'consent', { formError: 'pages.device-confirm.tick' })
  }
  const ticked = shown.filter((_, i) => form.present(`consent${i}`))
  if (!isUsable(ticked)) return refuseAuthorization(ctx, interaction, user, declined)
  const row = await approve(ctx, stepContext, user, { shown, ticked })
  if ('error' in row) return refuseAuthorization(ctx, interaction, user, row)
  return continueInteraction(ctx, { request: interaction.request, row }, incoming.cookies, {
    status: 303,
  })
})

/**
 * Audits that an approval was not issued, because the session behind the sign-in ended while the page was open. The
 * same form may be sent repeatedly, so the entry is written once per interaction and within the account's budget.
 */
async function noteLostSession(
  ctx: Context,
  { row, request }: StoredInteraction,
  form: Parameters,
): Promise<void> {
  if (row.userId === null || firstProvenAt(row) !== null || !isApproval(form)) return
  const once = ['session_lost_audit', row.interactionIdentifier] as const
  if (!(await mayAuditRefusal(ctx, once, ['session_lost_account', String(row.userId)]))) return
  const ids = { userId: row.userId, clientId: request.client.id }
  await auditRefusal(ctx, 'issuance_refused_session_invalid', ids)
}

/** Stores the ticked scopes, without permissions that the user lost since the page was shown. */
function approve(
  ctx: Context,
  { interaction }: StepContext,
  user: UserRecord,
  answer: { readonly shown: readonly string[]; readonly ticked: readonly string[] },
) {
  const { request } = interaction
  const write = async (tx: AdminTx) => {
    const ticked = await effectiveScopes(tx, user.id, answer.ticked)
    if (!isUsable(ticked)) return nothingLeft satisfies RefuseDecision
    const consentedScope = ticked.join(' ')
    const change = { userId: user.id, consentedScope, formError: '', formEmail: '' }
    // Rows are locked in the order of `Store`.
    await tx.store.users.lock(user.id)
    const changed = await changeInteraction(tx, interaction, change)
    await saveConsent(tx, user, request.client.id, { shown: answer.shown, ticked })
    return changed
  }
  return withKeyedLock(`user ${user.id}`, () => adminTransaction(ctx, write))
}

function isApproval(form: Parameters): boolean {
  return form.value('btnSubmit') === 'submit' && !form.present('btnCancel')
}

/** Identifies the user and the scopes that the page showed; travels with its form. */
function fingerprint(user: UserRecord, scopes: readonly string[]): string {
  return sha256Base64url([user.subject, ...scopes].join(' ')).slice(0, 22)
}

async function scopeViews(
  ctx: Context,
  user: UserRecord,
  clientId: number,
  scopes: readonly string[],
): Promise<ScopeView[]> {
  const approved = approvedScopes(await ctx.store.consents.find(user.id, clientId))
  return Promise.all(
    scopes.map(async (scope) => ({
      scope,
      ...(await permissionView(ctx, scope)),
      alreadyGranted: approved.includes(scope),
      administrative: isAdministrativeScope(scope),
    })),
  )
}

async function permissionView(ctx: Context, scope: string): Promise<Pick<ScopeView, 'permission'>> {
  if (!isPermissionScope(scope)) return {}
  const [resource = '', permission = ''] = scope.split(':')
  const found = await ctx.store.permissions.find(resource, permission)
  return found ? { permission: { resource, description: found.description } } : {}
}

function requireUser({ interaction, loaded }: StepContext): UserRecord {
  if (loaded.user) return loaded.user
  throw stateMismatch(interaction)
}
