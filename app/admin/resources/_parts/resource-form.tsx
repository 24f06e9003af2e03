'use client'

import { object } from 'zod/mini'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { RecordFields } from '#app/_ui/form/record-fields.tsx'
import { recordFields } from '#app/_ui/form/record-schema.ts'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface ResourceFormProps {
  readonly action: string
  readonly values: { readonly resourceIdentifier: string; readonly description: string }
  /** The submit button's label. */
  readonly label: string
  /** The list, for a new resource. */
  readonly cancel?: string
  /** The reason why the identifier is read-only. */
  readonly fixed?: string | undefined
  /** Shown while the identifier differs from the stored one. */
  readonly renamed?: string
}

/** The form of a resource, new or stored. */
export function ResourceForm(props: ResourceFormProps) {
  const { action, values, label, fixed, renamed, cancel } = props
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
      <FormFooter {...form} label={label} {...(cancel && { cancel })} />
    </form>
  )
}
