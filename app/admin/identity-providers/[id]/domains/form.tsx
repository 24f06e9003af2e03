'use client'

import { TextAreaField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface DomainsFormProps {
  readonly action: string
  readonly values: { readonly domains: string }
}

/** The domains of addresses whose owners use a provider, one to a line. */
export function DomainsForm({ action, values }: DomainsFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} className="flex max-w-xl flex-col gap-5">
      <TextAreaField
        label={t('idp.sections.domains')}
        hint={t('idp.domains.hint')}
        binding={field('domains')}
        rows={4}
        dir="ltr"
      />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
