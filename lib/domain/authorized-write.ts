import type { Context, RollbackHooks, Tx } from '#lib/context.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { auditRefusal } from './audit.ts'
import { actorOf, type Caller, hasScope } from './caller.ts'
import { requireStillHeld } from './still-held.ts'

/** The operation that the policy judges, for the audit entry of a refusal. */
export interface AuthorizedOperation {
  readonly caller: Caller
  readonly method: string
  /** The path's pattern, such as `/api/v1/admin/users/{id}`. */
  readonly route: string
}

/** Which rule of the administrative policy refuses (docs/specification.md "Administrative policy"). */
export type PolicyRule = 'grant' | 'target' | 'settings' | 'description'

/** What the refused write was about. */
export interface RefusedTarget {
  readonly targetKind?: 'user' | 'group' | 'client'
  readonly targetId?: number
  readonly permissionIds?: readonly number[]
  readonly groupIds?: readonly number[]
}

/** What in a write is beyond a granular token. */
export interface PolicyViolation {
  readonly rule: PolicyRule
  readonly target?: RefusedTarget
}

/** A rule of the administrative policy, applied to one write. */
export interface Rule {
  /** Holds what `violation` looks at until the transaction ends, in the order of `Store.transaction`. */
  hold(tx: Tx): Promise<unknown>
  /** What is beyond a granular token as things are now; null when nothing is. */
  violation(ctx: Context): Promise<PolicyViolation | null>
}

/**
 * Judges a write by the administrative policy: now, so that its refusal comes before every conflict, and again in each
 * transaction of the write, with the target held, so that nobody becomes an administrator between the two. A refusal
 * writes `administrator_change_refused` and nothing else. The policy lets a token with `authserver:manage` do everything;
 * that its holder still holds what the gate counted is looked at again for every token, in the first transaction.
 *
 * Called after every 400 and 404 of the operation. What `awaitingAuthorization` made of a context is good for reading
 * only; the write needs what is returned here.
 * @returns the context to write with
 * @throws Refusal MANAGE_SCOPE_REQUIRED, here or in a transaction of the context; there also what `requireStillHeld` throws
 */
export async function authorizeWrite(
  ctx: Context,
  operation: AuthorizedOperation,
  { hold, violation }: Rule,
): Promise<Context> {
  const { caller } = operation
  const isGranular = !hasScope(caller, 'authserver:manage')
  const found = isGranular ? await violation(ctx) : null
  if (found) {
    const refusal = new PolicyRefusal(operation, found)
    await refusal.report(ctx)
    throw refusal
  }
  let hasBegun = false
  const guard = async (tx: Tx) => {
    await hold(tx)
    // Who disables or deletes themselves goes on with what they have begun.
    if (!hasBegun) await requireStillHeld(tx, caller)
    const late = isGranular ? await violation(tx) : null
    if (late) throw new PolicyRefusal(operation, late)
    tx.afterCommit(() => {
      hasBegun = true
    })
  }
  return { ...ctx, guard }
}

/** A context of an operation that the policy has not judged yet: it reads, and writes nothing. */
export function awaitingAuthorization(ctx: Context): Context {
  return {
    ...ctx,
    guard() {
      throw new Error('The administrative policy has not judged this write.')
    },
  }
}

class PolicyRefusal extends Refusal implements RollbackHooks {
  readonly report: (ctx: Context) => Promise<void>

  constructor(
    { caller, method, route }: AuthorizedOperation,
    { rule: ceiling, target }: PolicyViolation,
  ) {
    super('MANAGE_SCOPE_REQUIRED')
    const loggedInUser = actorOf(caller)
    const details = { loggedInUser, method, route, ceiling, ...target }
    this.report = (ctx) => auditRefusal(ctx, 'administrator_change_refused', details)
  }
}
