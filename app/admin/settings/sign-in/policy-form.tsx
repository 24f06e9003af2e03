'use client'

import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type Policy, PolicyField } from './policy-field.tsx'

/** Id of the form, whose selection *Try a password* uses. */
export const policyFormId = 'password-policy'

interface PolicyFormProps {
  readonly action: string
  readonly values: { readonly passwordPolicy: string }
  readonly policies: readonly Policy[]
}

/** What new passwords must have. */
export function PolicyForm({ action, values, policies }: PolicyFormProps) {
  const t = useTexts()
  const { field, ...form } = useConsoleForm({ action, values })
  return (
    <form {...form.props} id={policyFormId}>
      <Section
        id="passwords"
        title={t('methods.settings.passwords')}
        intro={t('settings.password_policy.hint')}
      >
        <PolicyField
          label={t('settings.password_policy.title')}
          binding={field('passwordPolicy')}
          policies={policies}
        />
      </Section>
      <FormFooter {...form} id="save-policy" label={t('console.save')} />
    </form>
  )
}
