'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { ApiError } from '#lib/api/client.ts'
import { signInAddress } from '#lib/console/addresses.ts'
import { pageTexts } from '../../../_components/texts.ts'
import type { Api } from '../../../_console/api.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { numberOfField } from '../../../_console/form-values.ts'
import { submit } from '../../../_console/submit.ts'

/** Rotates the signing keys. This generates a new key, which takes seconds. */
export async function rotateKeys(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const labels = { ROTATION_IN_PROGRESS: t('settings.keys.rotation_in_progress') }
  const state = await submit(form, { done: t('settings.keys.rotated'), labels }, async (api) => {
    await api.rotateKeys()
    await renewSignIn(api, 'saved')
  })
  showKeys(state)
  return state
}

export async function revokeKey(_earlier: FormState, form: FormData): Promise<FormState> {
  const t = await pageTexts()
  const state = await submit(form, { done: t('settings.keys.revoked') }, async (api) => {
    await api.revokeKey({ params: { id: numberOfField(form, 'id') } })
    await renewSignIn(api, 'deleted')
  })
  showKeys(state)
  return state
}

/** Refreshes the keys, after a refusal too: another administrator may have changed them. */
function showKeys({ kind }: FormState): void {
  // A refresh would redirect to the sign-in before the visitor can read the message.
  if (kind !== 'session-ended') refresh()
}

/**
 * Redirects to the sign-in if the removed key had signed the console's own token.
 * @param done the message to show afterwards
 */
async function renewSignIn(api: Api, done: 'saved' | 'deleted'): Promise<void> {
  try {
    await api.listKeys()
  } catch (error) {
    const isSignedOut = error instanceof ApiError && error.status === 401
    if (isSignedOut) redirect(signInAddress(`/admin/settings/keys?done=${done}`))
    throw error
  }
}
