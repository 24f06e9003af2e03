'use client'

import { TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface SignOutFormProps {
  readonly action: string
  readonly values: { readonly backchannelLogoutUri: string }
}

/** The address that receives a logout token when a session ends. */
export function SignOutForm({ action, values }: SignOutFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="flex max-w-2xl flex-col gap-5">
      <TextField
        label={t('clients.sign_out.address')}
        hint={t('clients.sign_out.address_hint')}
        binding={field('backchannelLogoutUri')}
        optional={t('console.optional')}
        dir="ltr"
        inputMode="url"
        className="mono"
      />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
