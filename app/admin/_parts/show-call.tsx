'use client'

import { CodeXml, Ellipsis } from 'lucide-react'
import type { ShowCallProps } from '#app/_ui/form/call-preview.tsx'
import { callField } from '#app/_ui/form/typed-values.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

/** The rarely used acts of a form: showing the request of the API that it would send. */
export function ShowCall({ submitId, size }: ShowCallProps) {
  const t = useTexts()
  const id = `${submitId}-more`
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={`btn btn-square btn-ghost ${size === 'sm' ? 'btn-sm' : ''}`}
        aria-label={t('calls.more')}
      >
        <Ellipsis aria-hidden="true" />
      </button>
      <div id={id} popover="auto" className="ui-menu">
        <button
          id={`${submitId}-call`}
          type="submit"
          name={callField}
          value="1"
          // The focus returns to the menu's button, and from the dialog too.
          onClick={({ currentTarget }) => currentTarget.parentElement?.hidePopover()}
        >
          <CodeXml aria-hidden="true" />
          {t('calls.show')}
        </button>
      </div>
    </>
  )
}
