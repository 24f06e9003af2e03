'use client'

import { object } from 'zod/mini'
import { FormFooter } from '../../../_console/form-footer.tsx'
import { RecordFields } from '../../../_console/record-fields.tsx'
import { recordFields } from '../../../_console/record-schema.ts'
import { useConsoleForm } from '../../../_console/use-console-form.ts'
import { useTexts } from '../../../_console/use-texts.ts'

interface ResourceFormProps {
  readonly action: string
  readonly values: { readonly resourceIdentifier: string; readonly description: string }
  /** The submit button's label. */
  readonly label: string
  /** The reason why the identifier is read-only. */
  readonly fixed?: string | undefined
  /** Shown while the identifier differs from the stored one. */
  readonly renamed?: string
}

/** The form of a resource, new or stored. */
export function ResourceForm({ action, values, label, fixed, renamed }: ResourceFormProps) {
  const t = useTexts()
  const { identifier, description } = recordFields((key) => t(`console.record.${key}`))
  const schema = object({ resourceIdentifier: identifier, description })
  const { field, ...form } = useConsoleForm({ action, schema, values })
  const isRenamed = form.form.watch('resourceIdentifier') !== values.resourceIdentifier
  return (
    <form {...form.props} className="flex max-w-xl flex-col gap-5">
      <RecordFields
        identifier={field('resourceIdentifier')}
        description={field('description')}
        fixed={fixed}
      />
      <p role="status" className="text-sm empty:hidden">
        {isRenamed && renamed}
      </p>
      <FormFooter {...form} label={label} />
    </form>
  )
}
