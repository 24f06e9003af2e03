'use client'

import { ListEditor } from '../../../_console/list-editor.tsx'
import { PlainForm } from '../../../_console/plain-form.tsx'
import { useTexts } from '../../../_console/use-texts.ts'
import { namedIn, redirectUriProblem, webOriginProblem } from './uri-problems.ts'

const kinds = {
  redirect_uris: { problem: redirectUriProblem, placeholder: 'https://app.example.com/callback' },
  web_origins: { problem: webOriginProblem, placeholder: 'https://app.example.com' },
} as const

interface UriListFormProps {
  readonly kind: keyof typeof kinds
  readonly action: string
  /** The stored addresses. */
  readonly entries: readonly string[]
  /** Entries that the visitor can neither change nor remove. */
  readonly kept?: readonly string[]
}

/** A client's list of addresses, edited and saved as a whole. */
export function UriListForm({ kind, action, entries, kept = [] }: UriListFormProps) {
  const t = useTexts()
  const { problem, placeholder } = kinds[kind]
  const check = (value: string, _column: string, others: readonly string[]) => {
    const found = problem(value, others)
    return found ? t(`clients.wrong.${found}`, namedIn(value)) : undefined
  }
  return (
    <PlainForm action={action} label={t('console.save')} className="flex max-w-3xl flex-col gap-5">
      <input type="hidden" name="expected" value={JSON.stringify(entries)} />
      <ListEditor
        label={t(`clients.sections.${kind}`)}
        columns={[
          {
            name: 'entry',
            label: t(`clients.${kind}.entry`),
            placeholder,
            isCode: true,
            isLong: true,
          },
        ]}
        entries={entries.map((entry) => {
          const isKept = kept.includes(entry)
          return { values: { entry }, isKept, fixed: isKept ? ['entry'] : [] }
        })}
        blank={{ entry: '' }}
        add={t(`clients.${kind}.add`)}
        empty={t(`clients.${kind}.empty`)}
        check={check}
      />
    </PlainForm>
  )
}
