'use client'

import { ConsoleForm } from '#app/_ui/form/console-form.tsx'
import { ListEditor } from '#app/_ui/form/list-editor.tsx'
import { listSchema, rowsOf } from '#app/_ui/form/list-entries.ts'
import { recordFields } from '#app/_ui/form/record-schema.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

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

const blank = { id: '', permissionIdentifier: '', description: '' }

/** A resource's permissions, edited and saved as a whole. */
export function PermissionsForm({ action, permissions }: PermissionsFormProps) {
  const t = useTexts()
  const rules = recordFields((key) => t(`console.record.${key}`))
  const problem = (value: string, column: string, others: readonly string[]) => {
    const isIdentifier = column === 'permissionIdentifier'
    const { error } = (isIdentifier ? rules.identifier : rules.description).safeParse(value)
    const isTwice = isIdentifier && others.includes(value)
    return error?.issues[0]?.message ?? (isTwice ? t('console.record.listed_twice') : undefined)
  }
  const entries = permissions.map(entryOf)
  const columns = [
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
  ]
  return (
    <ConsoleForm
      action={action}
      label={t('console.save')}
      values={{ permissions: rowsOf(entries, blank) }}
      schema={listSchema({ name: 'permissions', columns, entries, problem })}
    >
      <ListEditor
        name="permissions"
        label={t('resources.sections.permissions')}
        columns={columns}
        entries={entries}
        blank={blank}
        add={t('resources.permissions.add')}
        empty={t('resources.permissions.empty')}
      />
    </ConsoleForm>
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
