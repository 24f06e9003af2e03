import type { Context, Tx } from '#lib/context.ts'
import { addSeconds, daySeconds } from '#lib/kernel/clock.ts'
import { findByLinkCode } from './link-codes.ts'

/** What a mailed link leads to. */
export type MailedLinkFlow = 'activate' | 'reset' | 'sign-in'

/** Why a link does not work. */
export type LinkEnd =
  /** `missing`: its code did not come along. */
  | { readonly reason: 'expired' | 'used' | 'missing' }
  /** A newer message was sent at this moment, and its link works. */
  | { readonly reason: 'replaced'; readonly newerAt: Date }

/** A link that was mailed. */
interface MailedLink {
  readonly flow: MailedLinkFlow
  /** The pre-registration or the user. */
  readonly targetId: number
  readonly codeHash: string
}

/** How long a link is remembered after it stopped working. */
const rememberedSeconds = 7 * daySeconds

/** Remembers that a newer link has taken the place of this one. */
export async function rememberReplaced(tx: Tx, link: MailedLink): Promise<void> {
  await remember(tx, link, false)
}

/** Remembers that a link was used, and that the ones before it are not needed any more. */
export async function rememberUsed(tx: Tx, link: MailedLink): Promise<void> {
  await tx.store.formerLinks.markUsed(link.flow, link.targetId)
  await remember(tx, link, true)
}

/** How somebody comes by a link: with its code as sent, or from its form. */
export type LinkSent = { readonly code: string } | { readonly codeHash: string }

/**
 * Why a link does not work. Only a code that was mailed tells more than "expired".
 * @param newestSince when the link that works now was sent to a target; null where none works
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

function remember(tx: Tx, link: MailedLink, used: boolean) {
  const expiresAt = addSeconds(tx.now, rememberedSeconds)
  return tx.store.formerLinks.insert({ ...link, used, expiresAt })
}
