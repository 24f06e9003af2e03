'use client'

import { InstantForm } from '#app/_ui/form/instant-form.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface RowActionProps {
  readonly action: string
  /** Hidden inputs. */
  readonly fields?: Readonly<Record<string, string>>
  /** Id of the button. */
  readonly id: string
  /** The button's label. */
  readonly label: string
  /** Distinguishes the button from those of other rows. */
  readonly name: string
}

/** A button in a row of a list that acts at once, because the visitor can undo it right there. */
export function RowAction({ action, fields = {}, id, label, name }: RowActionProps) {
  const t = useTexts()
  return (
    <InstantForm action={action} fields={fields} className="flex flex-col items-end gap-2">
      {(busy) => (
        <button id={id} type="submit" className="btn btn-sm" aria-label={name} aria-disabled={busy}>
          {busy ? t('console.busy') : label}
        </button>
      )}
    </InstantForm>
  )
}
