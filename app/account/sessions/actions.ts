'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { ApiError } from '#lib/api/client.ts'
import { signInAddress } from '#lib/console/addresses.ts'
import { pageTexts } from '../../_components/texts.ts'
import type { Api } from '../../_console/api.ts'
import type { FormState } from '../../_console/form-state.ts'
import { numberOfField, textOfField } from '../../_console/form-values.ts'
import { submit } from '../../_console/submit.ts'

/** Number of sessions to end in parallel. */
const sideBySide = 5

/** Ends a session of the visitor; ending that of this browser leads to the sign-in. */
export async function endSession(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('account.sessions.ended') }, async (api) => {
    await end(api, numberOfField(form, 'id'))
    if (textOfField(form, 'current') === 'yes') redirect(signInAddress('/account/sessions'))
    refresh()
  })
}

/** Ends every session except that of this browser. */
export async function endOthers(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  return submit(form, { done: t('account.sessions.others_ended') }, async (api) => {
    const { sessions } = await api.listOwnSessions()
    const left = sessions.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
    const endInTurn = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) await end(api, id)
    }
    await Promise.all(Array.from({ length: sideBySide }, endInTurn))
    refresh()
  })
}

/** A session that has already ended counts as a success. */
async function end(api: Api, id: number): Promise<void> {
  await api.deleteOwnSession({ params: { id } }).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
  })
}
