import type { Context } from '#lib/context.ts'
import type { PublicKeyRecord } from '#lib/persistence/settings/signing-keys.ts'
import type { LiveTokens } from '#lib/persistence/tokens/refresh-token-figures.ts'

/** How long a key signed, and what still depends on it. */
export interface KeyUse {
  readonly signingSince: Date | null
  readonly signedUntil: Date | null
  /** Null for a key that no deletion threatens. */
  readonly dependents: LiveTokens | null
}

/**
 * Computes for every key how long it signed, and counts the refresh tokens that the deletion of the previous key would
 * end.
 * @param limit counting stops here
 * @returns in the order of `keys`
 */
export async function readKeyUses(
  ctx: Context,
  keys: readonly PublicKeyRecord[],
  limit: number,
): Promise<KeyUse[]> {
  const current = keys.find(({ state }) => state === 'current')
  // A key that became current before the column existed. Only a rotation changes the row of a key.
  const since = current ? (current.signingSince ?? current.updatedAt) : null
  const uses: KeyUse[] = []
  for (const { state, signingSince } of keys) {
    const isPrevious = state === 'previous'
    const isCurrent = state === 'current'
    uses.push({
      signingSince: isCurrent ? since : signingSince,
      signedUntil: isPrevious ? since : null,
      dependents:
        isPrevious && since
          ? await ctx.store.refreshTokens.countLive(signingSince, since, ctx.now, limit)
          : null,
    })
  }
  return uses
}
