'use server'

import { clientSecret } from '#lib/kernel/random.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

/** Generates a new secret for a client; a public client becomes confidential. */
export async function renewSecret(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) =>
    api.updateClientAuthentication({
      params: { id },
      body: { isPublic: false, clientSecret: clientSecret() },
    }),
  )
}

export async function makePublic(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, (api) =>
    api.updateClientAuthentication({ params: { id }, body: { isPublic: true, clientSecret: '' } }),
  )
}
