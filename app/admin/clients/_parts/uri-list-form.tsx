'use client'

import { ConsoleForm } from '#app/_ui/form/console-form.tsx'
import { ListEditor } from '#app/_ui/form/list-editor.tsx'
import { listSchema, rowsOf } from '#app/_ui/form/list-entries.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { Kind } from '#lib/guides/guide.ts'
import { addressHint, correctedAddress } from './address-hints.ts'
import { namedIn, redirectUriProblem, webOriginProblem } from './uri-problems.ts'

const kinds = {
  redirect_uris: { problem: redirectUriProblem, placeholder: 'https://app.example.com/callback' },
  web_origins: { problem: webOriginProblem, placeholder: 'https://app.example.com' },
} as const

const blank = { entry: '' }

interface UriListFormProps {
  readonly kind: keyof typeof kinds
  readonly action: string
  /** The stored addresses. */
  readonly entries: readonly string[]
  /** What the application is: hints depend on it. */
  readonly of: Kind
  /** Entries that the visitor can neither change nor remove. */
  readonly kept?: readonly string[]
  /** Filled into the form, but not stored. */
  readonly proposed?: string | undefined
}

/** A client's list of addresses, edited and saved as a whole. */
export function UriListForm({
  kind,
  action,
  entries,
  of,
  kept = [],
  proposed = '',
}: UriListFormProps) {
  const t = useTexts()
  const { problem, placeholder } = kinds[kind]
  const problemOf = (value: string, _column: string, others: readonly string[]) => {
    const found = problem(value, others)
    return found ? t(`clients.wrong.${found}`, namedIn(value)) : undefined
  }
  const list = entries.map((entry) => {
    const isKept = kept.includes(entry)
    return { values: { entry }, isKept, fixed: isKept ? ['entry'] : [] }
  })
  const hint = (address: string) => {
    const found = addressHint(address, of)
    if (!found) return null
    const value = correctedAddress(address)
    const label = value && t('clients.hints.use', { address: value })
    return { text: t(`clients.hints.${found}`), ...(label && { correction: { label, value } }) }
  }
  const label = t(`clients.${kind}.entry`)
  const columns = [{ name: 'entry', label, placeholder, isCode: true, isLong: true, hint }]
  return (
    <ConsoleForm
      action={action}
      label={t('console.save')}
      values={{ entries: rowsOf(list, { entry: proposed }) }}
      schema={listSchema({ name: 'entries', columns, entries: list, problem: problemOf })}
      className="flex max-w-3xl flex-col gap-5"
    >
      <ListEditor
        name="entries"
        label={t(`clients.sections.${kind}`)}
        columns={columns}
        entries={list}
        blank={blank}
        add={t(`clients.${kind}.add`)}
        empty={t(`clients.${kind}.empty`)}
      />
    </ConsoleForm>
  )
}
