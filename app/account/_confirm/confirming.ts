import { cache } from 'react'
import { problemTexts } from '#app/_ui/passkey/problem-texts.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import type { Confirming } from './confirm-fields.tsx'

/** The proof that confirms a change of credentials or factors now, by the Account API. */
export const confirming = cache(async (): Promise<Confirming> => {
  const { api } = await openConsole()
  const [{ owes, hasPassword, isRecent, hasRecoveryCodes, canMailCode }, problems] =
    await Promise.all([api.getConfirmation(), problemTexts()])
  return { owes, hasPassword, isRecent, hasRecoveryCodes, canMailCode, problems }
})
