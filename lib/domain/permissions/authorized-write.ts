import { Refusal } from '#lib/answers/refusal.ts'
import type { AdminTx, Context, RollbackHooks } from '#lib/context.ts'
import { auditRefusal } from '../audit/audit.ts'
import { actorOf, type Caller, hasScope } from './caller.ts'
import { requireStillHeld } from './still-held.ts'

/** The operation that the policy checks, for the audit entry of a refusal. */
export interface AuthorizedOperation {
  readonly caller: Caller
  readonly method: string
  /** The pattern of the path, such as `/api/v1/admin/users/{id}`. */
  readonly route: string
}

/** The rule of the administrative policy that refuses (docs/specification.md "Administrative policy"). */
export type PolicyRule = 'grant' | 'target' | 'settings' | 'description'

export interface RefusedTarget {
  readonly targetKind?: 'user' | 'group' | 'client'
  readonly targetId?: number
  readonly permissionIds?: readonly number[]
  readonly groupIds?: readonly number[]
}

/** The part of a write that exceeds a granular token's rights. */
export interface PolicyViolation {
  readonly rule: PolicyRule
  readonly target?: RefusedTarget
}

/** A rule of the administrative policy, applied to one write. */
export interface Rule {
  /** Locks the rows that `violation` reads until the transaction ends, in the order of `Store`. */
  hold(tx: AdminTx): Promise<unknown>
  /** Returns what currently exceeds a granular token's rights; null when nothing does. */
  violation(ctx: Context): Promise<PolicyViolation | null>
}

/**
 * Checks a write against the administrative policy twice. The first check runs at once, so that its refusal comes
 * before every conflict. The second runs in each transaction of the write, with the target locked, so that the target
 * cannot become an administrator in between. A refusal writes only `administrator_change_refused`. The policy lets a
 * token with `authserver:manage` do everything. For every token, the first transaction also checks that the caller
 * still holds the permissions the gate counted.
 *
 * Call this after every 400 and 404 check of the operation. A context from `awaitingAuthorization` can only read; the
 * write needs the context returned here.
 * @returns the context to write with
 * @throws Refusal MANAGE_SCOPE_REQUIRED, here or in a transaction of the context; the transaction also throws what
 *   `requireStillHeld` throws
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
  const guard = async (tx: AdminTx) => {
    await hold(tx)
    // Callers that disable or delete themselves may finish the operation they have begun.
    if (!hasBegun) await requireStillHeld(tx, caller)
    const late = isGranular ? await violation(tx) : null
    if (late) throw new PolicyRefusal(operation, late)
    tx.afterCommit(() => {
      hasBegun = true
    })
  }
  return { ...ctx, guard }
}

/** Returns a context for an operation that the policy has not checked yet: it can read, but not write. */
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
