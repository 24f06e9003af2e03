import type { Outcome } from '#lib/answers/outcome.ts'
import type { Context, Tx } from '#lib/context.ts'
import { placeOf } from '#lib/domain/mail/notices.ts'
import {
  makeRecoveryCodes,
  type RecoveryCodeSet,
  storeRecoveryCodes,
} from '#lib/domain/sign-in/recovery-codes.ts'
import { signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import type { InteractionRecord, UserRecord } from '#lib/persistence/store.ts'
import { clientView } from './client-view.ts'
import { continueInteraction } from './continue-interaction.ts'
import { changeInteraction, stateMismatch } from './interaction.ts'
import { currentAddress, formOf, guarded, openStep, stepPage } from './steps.ts'

/**
 * Makes the recovery codes that come with a user's first second factor.
 * @returns null while they are off, and for a user who has some
 */
export async function codesWithFactor(
  ctx: Context,
  { id }: UserRecord,
): Promise<RecoveryCodeSet | null> {
  if (!signInFeatures(ctx).recoveryCodes) return null
  const former = await ctx.store.recoveryCodes.findOfUser(id)
  return former.length > 0 ? null : makeRecoveryCodes(ctx)
}

/**
 * Stores new codes for a user.
 * @param set null: none are made
 * @returns the column of the interaction that keeps them until the user has saved them
 */
export async function keepNewCodes(
  tx: Tx,
  row: InteractionRecord,
  user: UserRecord,
  set: RecoveryCodeSet | null,
): Promise<Pick<InteractionRecord, 'newCodesEncrypted'>> {
  if (!set) return { newCodesEncrypted: null }
  await storeRecoveryCodes(tx, user, set, placeOf(tx))
  return { newCodesEncrypted: tx.cipher.seal(set.codes.join(' '), placeOfCodes(row)) }
}

/** `GET /auth/recovery-codes`: shows the new codes, the same after a reload, until the user has saved them. */
export const newRecoveryCodesPage = stepPage({
  steps: ['new-recovery-codes'],
  isPassed: () => false,
  show: async (ctx, { interaction }) => {
    const { row, request } = interaction
    if (!row.newCodesEncrypted) throw stateMismatch(interaction)
    return {
      kind: 'page',
      status: 200,
      view: {
        page: 'new-recovery-codes',
        uiLocales: request.uiLocales,
        ceremonyId: row.interactionIdentifier,
        client: await clientView(ctx, request.client),
        codes: ctx.cipher.open(row.newCodesEncrypted, placeOfCodes(row)).split(' '),
      },
    }
  },
})

/** `POST /auth/recovery-codes`: the user has saved the codes; they are not shown again. */
export const submitNewRecoveryCodes = guarded(async (ctx, incoming): Promise<Outcome> => {
  const form = formOf(incoming)
  const stepContext = await openStep(ctx, incoming, form.value('ceremonyId'))
  const { interaction, decision } = stepContext
  const isSaved = form.value('saved') === 'on'
  if (decision.step !== 'new-recovery-codes' || !isSaved) {
    return { kind: 'redirect', status: 303, location: currentAddress(ctx, stepContext) }
  }
  const row = await changeInteraction(ctx, interaction, { newCodesEncrypted: null })
  const { request } = interaction
  return continueInteraction(ctx, { request, row }, incoming.cookies, { status: 303 })
})

function placeOfCodes({ id }: InteractionRecord) {
  return `ceremonies.new_codes_encrypted/${id}` as const
}
