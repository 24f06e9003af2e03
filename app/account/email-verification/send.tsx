'use client'

import { ConsoleForm } from '#app/_ui/form/console-form.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

/** The button that mails a code; afterwards, the code's field takes the focus. */
export function SendForm({ action }: { readonly action: string }) {
  const t = useTexts()
  return (
    <ConsoleForm
      action={action}
      id="send-code"
      label={t('account.verification.send')}
      onDone={goToCode}
    />
  )
}

/** The field belongs to the form below this one. */
function goToCode(): void {
  document.getElementById('verificationCode')?.focus()
}
