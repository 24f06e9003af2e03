'use client'

import type { ComponentProps } from 'react'
import { PermissionPicker } from '../../../../_console/permission-picker.tsx'
import { PlainForm } from '../../../../_console/plain-form.tsx'
import { useTexts } from '../../../../_console/use-texts.ts'

interface PermissionsFormProps extends Omit<ComponentProps<typeof PermissionPicker>, 'empty'> {
  readonly action: string
}

/** The permissions that the client itself holds. */
export function PermissionsForm({ action, ...picker }: PermissionsFormProps) {
  const t = useTexts()
  return (
    <PlainForm action={action} label={t('console.save')} className="flex max-w-3xl flex-col gap-5">
      <PermissionPicker {...picker} empty={t('clients.permissions.empty')} />
    </PlainForm>
  )
}
