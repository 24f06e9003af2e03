'use client'

import { useRef } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FormMenu } from './call-preview.tsx'
import { FormSubmit, type FormTone } from './form-submit.tsx'
import { useFocusAfter } from './use-focus-after.ts'
import { useScripts } from './use-scripts.ts'

interface SaveBarProps {
  /** Id of the submit button. */
  readonly id: string
  readonly label: string
  readonly busy: boolean
  readonly tone: FormTone
  /** Number of unsaved changes. */
  readonly unsaved: number
  readonly discard: () => void
}

/**
 * The buttons of a form that changes what is stored. They appear with the first change and stay in view until it is
 * saved or discarded. Without scripts, the submit button stands at the end of the form.
 */
export function SaveBar(props: SaveBarProps) {
  const { unsaved, busy } = props
  const hasScripts = useScripts()
  const t = useTexts()
  const count = unsaved > 0 ? t('console.unsaved', { count: unsaved }) : ''
  return (
    <>
      {/* A live region has to be there before its words are. */}
      <p role="status" className="sr-only">
        {count}
      </p>
      {!hasScripts && (
        <div className="flex flex-wrap gap-2">
          <Submit {...props} />
          <FormMenu submitId={props.id} />
        </div>
      )}
      {hasScripts && (unsaved > 0 || busy) && <Bar {...props} count={count} />}
    </>
  )
}

function Bar(props: SaveBarProps & { readonly count: string }) {
  const { count, busy, discard } = props
  const t = useTexts()
  const bar = useRef<HTMLDivElement>(null)
  useFocusAfter(bar)
  return (
    <div ref={bar} className="ui-savebar mx-0! flex-wrap print:hidden">
      <span className="min-w-0 grow font-medium" aria-hidden="true">
        {count}
      </span>
      <button
        id={`${props.id}-discard`}
        type="button"
        className="btn btn-sm btn-ghost"
        disabled={busy}
        onClick={discard}
      >
        {t('console.discard')}
      </button>
      <Submit {...props} size="sm" />
      <FormMenu submitId={props.id} size="sm" />
    </div>
  )
}

interface SubmitProps extends SaveBarProps {
  readonly size?: 'sm'
}

function Submit({ id, label, busy, tone, size }: SubmitProps) {
  return (
    <FormSubmit
      id={id}
      label={label}
      busy={busy}
      tone={tone}
      {...(size && { size })}
      className="w-fit"
    />
  )
}
