'use client'

import type { FormAction } from '../../_console/form-state.ts'
import { PlainForm } from '../../_console/plain-form.tsx'
import { useTexts } from '../../_console/use-texts.ts'

/** The button that has a code mailed; then it is the code's turn. */
export function SendForm({ action }: { readonly action: FormAction }) {
  const t = useTexts()
  return (
    <PlainForm
      action={action}
      id="send-code"
      label={t('account.verification.send')}
      onDone={goToCode}
    />
  )
}

/** The field of the form below it. */
function goToCode(): void {
  document.getElementById('verificationCode')?.focus()
}
