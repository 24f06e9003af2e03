import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import { findByLinkCode } from './link-codes.ts'

/** The purpose of a mailed link. */
export type MailedLinkFlow = 'activate' | 'reset' | 'sign-in'

/** The reason why a link does not work. */
export type LinkEnd =
  /** `missing`: the link was opened without its code. */
  | { readonly reason: 'expired' | 'used' | 'missing' }
  /** A newer message was sent at this time, and its link works. */
  | { readonly reason: 'replaced'; readonly newerAt: Date }

interface MailedLink {
  readonly flow: MailedLinkFlow
  /** Id of the pre-registration or of the user. */
  readonly targetId: number
  readonly codeHash: string
}

/** A link is remembered this long after it stopped working. */
const rememberedSeconds = 7 * daySeconds

/** Remembers that a newer link replaced this one. */
export async function rememberReplaced(tx: AdminTx, link: MailedLink): Promise<void> {
  await remember(tx, link, false)
}

/** Remembers that a link was used, and marks the earlier links of its target as used too. */
export async function rememberUsed(tx: AdminTx, link: MailedLink): Promise<void> {
  await tx.store.formerLinks.markUsed(link.flow, link.targetId)
  await remember(tx, link, true)
}

/** The two sources of a link: its code as sent, or the hash from its form. */
export type LinkSent = { readonly code: string } | { readonly codeHash: string }

/**
 * Finds out why a link does not work. Only a code that was really mailed gets a more precise reason than `expired`.
 * @param newestSince returns when the target's currently valid link was sent; null when there is none
 */
export async function linkEnd(
  ctx: Context,
  flow: MailedLinkFlow,
  sent: LinkSent,
  newestSince: (targetId: number) => Promise<Date | null>,
): Promise<LinkEnd> {
  if ('code' in sent && sent.code.trim() === '') return { reason: 'missing' }
  const { find } = ctx.store.formerLinks
  const former =
    'code' in sent ? (await findByLinkCode(sent.code, find))?.found : await find(sent.codeHash)
  if (former?.flow !== flow || former.expiresAt <= ctx.now) return { reason: 'expired' }
  if (former.used) return { reason: 'used' }
  const newerAt = await newestSince(former.targetId)
  return newerAt ? { reason: 'replaced', newerAt } : { reason: 'expired' }
}

function remember(tx: AdminTx, link: MailedLink, used: boolean) {
  const expiresAt = addSeconds(tx.now, rememberedSeconds)
  return tx.store.formerLinks.insert({ ...link, used, expiresAt })
}
