'use client'

import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { SecretField } from '#app/_ui/form/secret-field.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { policyFormId } from './policy-form.tsx'

/** Says whether the password policy takes a password: the selected policy, or the stored one without scripts. */
export function TryPassword({ action }: { readonly action: string }) {
  const t = useTexts()
  const hasScripts = useScripts()
  const options = { action, values: { password: '' }, prepare: addPolicy, isCommand: true }
  const { field, ...form } = useConsoleForm(options)
  return (
    <form {...form.props} className="flex max-w-sm flex-col gap-5">
      <SecretField
        label={t('settings.password_policy.try')}
        hint={t(`settings.password_policy.${hasScripts ? 'try_hint' : 'try_hint_saved'}`)}
        binding={field('password')}
      />
      <FormFooter {...form} id="try-password" label={t('methods.settings.try')} tone="plain" />
    </form>
  )
}

/** Adds the policy that is selected in the form above. */
function addPolicy(sent: FormData): void {
  const form = document.getElementById(policyFormId)
  if (!(form instanceof HTMLFormElement)) return
  sent.set('passwordPolicy', String(new FormData(form).get('passwordPolicy') ?? ''))
}
