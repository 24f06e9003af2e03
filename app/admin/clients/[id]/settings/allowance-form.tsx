'use client'

import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ConsoleForm } from '#app/_ui/form/console-form.tsx'
import { Switch } from '#app/_ui/form/switch.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface AllowanceFormProps {
  readonly action: string
  readonly isAllowed: boolean
}

/** The switch that allows a client to request administrative scopes. */
export function AllowanceForm({ action, isAllowed }: AllowanceFormProps) {
  const t = useTexts()
  return (
    <ConsoleForm
      action={action}
      id="save-allowance"
      values={{ allowed: isAllowed }}
      label={t('clients.allowance.save')}
    >
      <Switch
        name="allowed"
        label={t('clients.allowance.label')}
        hint={t('clients.allowance.hint')}
        isOn={isAllowed}
        whenChanged={(isOn) => (
          <Notice kind="warning">
            {t(isOn ? 'clients.allowance.on_warning' : 'clients.allowance.off_warning')}
          </Notice>
        )}
      />
    </ConsoleForm>
  )
}
