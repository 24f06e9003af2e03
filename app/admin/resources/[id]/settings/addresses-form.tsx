'use client'

import { TextAreaField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface AddressesFormProps {
  readonly action: string
  /** One address a line. */
  readonly values: { readonly indicators: string }
}

/** The addresses that name an API; the first one is the audience of tokens. */
export function AddressesForm({ action, values }: AddressesFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="flex max-w-2xl flex-col gap-5">
      <TextAreaField
        label={t('resources.addresses.label')}
        hint={t('resources.addresses.hint')}
        binding={field('indicators')}
        optional={t('console.optional')}
        rows={3}
        dir="ltr"
        className="mono"
      />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
