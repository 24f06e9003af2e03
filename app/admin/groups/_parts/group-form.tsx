'use client'

import { boolean, object } from 'zod/mini'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { CheckField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { RecordFields } from '#app/_ui/form/record-fields.tsx'
import { recordFields } from '#app/_ui/form/record-schema.ts'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface GroupFormProps {
  readonly action: string
  readonly values: {
    readonly groupIdentifier: string
    readonly description: string
    readonly includeInIdToken: boolean
    readonly includeInAccessToken: boolean
  }
  /** The submit button's label. */
  readonly label: string
  /** The list, for a new group. */
  readonly cancel?: string
  /** Shown while the identifier differs from the stored one. */
  readonly renamed?: string
}

/** The form of a group, new or stored. */
export function GroupForm({ action, values, label, renamed, cancel }: GroupFormProps) {
  const t = useTexts()
  const { identifier, description } = recordFields((key) => t(`console.record.${key}`))
  const schema = object({
    groupIdentifier: identifier,
    description,
    includeInIdToken: boolean(),
    includeInAccessToken: boolean(),
  })
  const { field, ...form } = useConsoleForm({ action, schema, values })
  const isRenamed = form.form.watch('groupIdentifier') !== values.groupIdentifier
  return (
    <form {...form.props} className="flex max-w-xl flex-col gap-5">
      <RecordFields identifier={field('groupIdentifier')} description={field('description')} />
      <CheckField
        label={t('console.attributes.in_id_token')}
        hint={t('groups.in_id_token_hint')}
        binding={field('includeInIdToken')}
      />
      <CheckField
        label={t('console.attributes.in_access_token')}
        hint={t('groups.in_access_token_hint')}
        binding={field('includeInAccessToken')}
      />
      <div role="status" className="empty:hidden">
        {isRenamed && renamed && <Notice kind="warning">{renamed}</Notice>}
      </div>
      <FormFooter {...form} label={label} {...(cancel && { cancel })} />
    </form>
  )
}
