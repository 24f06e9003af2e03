'use client'

import { ListEditor } from '../../../../_console/list-editor.tsx'
import { PlainForm } from '../../../../_console/plain-form.tsx'
import { recordFields } from '../../../../_console/record-schema.ts'
import { useTexts } from '../../../../_console/use-texts.ts'

export interface EditedPermission {
  readonly id: number
  readonly permissionIdentifier: string
  readonly description: string
  /** Built into this server: its identifier is read-only and it cannot be removed. */
  readonly isBuiltIn: boolean
  /** Its description is read-only too. */
  readonly isFixed: boolean
}

interface PermissionsFormProps {
  readonly action: string
  readonly permissions: readonly EditedPermission[]
}

/** A resource's permissions, edited and saved as a whole. */
export function PermissionsForm({ action, permissions }: PermissionsFormProps) {
  const t = useTexts()
  const rules = recordFields((key) => t(`console.record.${key}`))
  const check = (value: string, column: string, others: readonly string[]) => {
    const isIdentifier = column === 'permissionIdentifier'
    const { error } = (isIdentifier ? rules.identifier : rules.description).safeParse(value)
    const isTwice = isIdentifier && others.some((other) => other.trim() === value)
    return error?.issues[0]?.message ?? (isTwice ? t('console.record.listed_twice') : undefined)
  }
  const expected = permissions.map(({ id, permissionIdentifier, description }) => ({
    ...{ id, permissionIdentifier, description },
  }))
  return (
    <PlainForm action={action} label={t('console.save')}>
      <input type="hidden" name="expected" value={JSON.stringify(expected)} />
      <ListEditor
        label={t('resources.sections.permissions')}
        columns={[
          {
            name: 'permissionIdentifier',
            label: t('console.record.identifier'),
            maxLength: 38,
            isCode: true,
          },
          {
            name: 'description',
            label: t('console.record.description'),
            maxLength: 100,
            isWide: true,
            isLong: true,
          },
        ]}
        entries={permissions.map(entryOf)}
        blank={{ id: '', permissionIdentifier: '', description: '' }}
        add={t('resources.permissions.add')}
        empty={t('resources.permissions.empty')}
        check={check}
      />
    </PlainForm>
  )
}

function entryOf({ id, permissionIdentifier, description, isBuiltIn, isFixed }: EditedPermission) {
  const fixed = [isBuiltIn ? 'permissionIdentifier' : '', isFixed ? 'description' : '']
  return {
    values: { id: String(id), permissionIdentifier, description },
    fixed: fixed.filter(Boolean),
    isKept: isBuiltIn,
  }
}
