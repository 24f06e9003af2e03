import type { Outcome } from '#lib/answers/outcome.ts'
import { withKeyedLock } from '#lib/base/concurrency/keyed-mutex.ts'
import { splitWords } from '#lib/base/text/text.ts'
import { type AnyContext, type Tx, transaction } from '#lib/context.ts'
import { placeOf } from '#lib/domain/mail/notices.ts'
import { forgetOtherBrowsers } from '#lib/domain/sessions/user-devices.ts'
import {
  makeRecoveryCodes,
  type RecoveryCodeSet,
  recoveryCodesLeft,
  storeFirstCodes,
  storeRecoveryCodes,
} from '#lib/domain/sign-in/recovery-codes.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { InteractionRecord, UserRecord } from '#lib/persistence/store.ts'
import { clientView } from './client-view.ts'
import { continueInteraction } from './continue-interaction.ts'
import { changeInteraction, type StoredInteraction, stateMismatch } from './interaction.ts'
import { currentAddress, formOf, guarded, openStep, stepPage } from './steps.ts'

/**
 * Stores the codes that come with a user's first factor.
 * @param user locked
 * @param set of `codesWithFactor`
 * @returns the column of the interaction that keeps them until the user has saved them
 */
export async function keepFirstCodes(
  tx: Tx,
  row: InteractionRecord,
  user: UserRecord,
  set: RecoveryCodeSet | null,
): Promise<Pick<InteractionRecord, 'newCodesEncrypted'>> {
  const stored = await storeFirstCodes(tx, user, set, placeOf(tx))
  return { newCodesEncrypted: stored && sealCodes(tx, row, stored) }
}

function sealCodes(tx: Tx, row: InteractionRecord, { codes }: RecoveryCodeSet) {
  return tx.cipher.seal(codes.join(' '), placeOfCodes(row))
}

/** The value of the column when the user has no codes yet, but an offer to make some. */
const offer = ''

/**
 * Offers new codes when few are left. A user who has just spent a code needs no further confirmation.
 * @returns the columns of the interaction; none while recovery codes are off
 */
export function offerNewCodes(
  ctx: AnyContext,
  row: InteractionRecord,
): Partial<Pick<InteractionRecord, 'newCodesEncrypted'>> {
  if (!signInFeatures(ctx).recoveryCodes) return {}
  return { newCodesEncrypted: ctx.cipher.seal(offer, placeOfCodes(row)) }
}

/** The codes that the user has not saved yet; none while they are only offered. */
function waitingCodes(ctx: AnyContext, row: InteractionRecord): readonly string[] {
  if (!row.newCodesEncrypted) return []
  return splitWords(ctx.cipher.open(row.newCodesEncrypted, placeOfCodes(row)))
}

/**
 * `GET /auth/recovery-codes`: shows the new codes, the same after a reload, until the user has saved them; or offers to
 * make some.
 */
export const newRecoveryCodesPage = stepPage({
  steps: ['new-recovery-codes'],
  isPassed: () => false,
  show: async (ctx, { interaction, loaded }) => {
    const { row, request } = interaction
    if (!row.newCodesEncrypted || !loaded.user) throw stateMismatch(interaction)
    const codes = waitingCodes(ctx, row)
    const own = codes.length > 0 ? [] : await ctx.store.recoveryCodes.findOfUser(loaded.user.id)
    return {
      kind: 'page',
      status: 200,
      view: {
        page: 'new-recovery-codes',
        uiLocales: request.uiLocales,
        ceremonyId: row.interactionIdentifier,
        client: await clientView(ctx, request.client),
        codes,
        ...(codes.length > 0 ? {} : { left: recoveryCodesLeft(own) }),
      },
    }
  },
})

/**
 * `POST /auth/recovery-codes`: the user has saved the codes, and they are not shown again. If the page offers codes,
 * `btnMake` makes them and `btnSkip` continues without.
 */
export const submitNewRecoveryCodes = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const stepContext = await openStep(ctx, incoming, form.value('ceremonyId'))
  const { interaction, decision, loaded } = stepContext
  const { user } = loaded
  const here = {
    kind: 'redirect',
    status: 303,
    location: currentAddress(ctx, stepContext),
  } as const
  if (decision.step !== 'new-recovery-codes' || !user) return here
  const isOffer = waitingCodes(ctx, interaction.row).length === 0
  if (isOffer && form.present('btnMake')) {
    const set = await makeRecoveryCodes(ctx)
    await withKeyedLock(`user ${user.id}`, () =>
      transaction(ctx, (tx) => replaceCodes(tx, interaction, user, set, incoming.cookies.device)),
    )
    return here
  }
  const isOver = isOffer ? form.present('btnSkip') : form.value('saved') === 'on'
  if (!isOver) return here
  const row = await changeInteraction(ctx, interaction, { newCodesEncrypted: null })
  const { request } = interaction
  return continueInteraction(ctx, { request, row }, incoming.cookies, { status: 303 })
})

/** Rows are locked in the order of `Store`. */
async function replaceCodes(
  tx: Tx,
  interaction: StoredInteraction,
  user: UserRecord,
  set: RecoveryCodeSet,
  device: string | null,
): Promise<void> {
  const now = await tx.store.users.hold(user.id)
  const isUnchanged =
    now?.enabled &&
    now.authStateGeneration === user.authStateGeneration &&
    now.otpConfigGeneration === user.otpConfigGeneration
  if (!isUnchanged) throw stateMismatch(interaction)
  const { row } = interaction
  await storeRecoveryCodes(tx, now, set, placeOf(tx))
  await changeInteraction(tx, interaction, { newCodesEncrypted: sealCodes(tx, row, set) })
  await forgetOtherBrowsers(tx, user.id, device)
}

function placeOfCodes({ id }: InteractionRecord) {
  return `ceremonies.new_codes_encrypted/${id}` as const
}
