import type { z } from 'zod'
import type { passkey } from '#lib/api/contract/models/passkeys.ts'
import type { Context } from '#lib/context.ts'
import { relyingPartyId } from '#lib/domain/sign-in/sign-in-features.ts'
import type { PasskeyRecord } from '#lib/persistence/store.ts'

/** A passkey without its key. */
export function passkeyToWire(ctx: Context, row: PasskeyRecord): z.input<typeof passkey> {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    synced: row.backedUp,
    relyingPartyId: row.relyingPartyId,
    usable: row.relyingPartyId === relyingPartyId(ctx),
  }
}
