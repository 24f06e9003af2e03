'use client'

import { InstantForm } from '#app/_ui/form/instant-form.tsx'

interface RowSwitchProps {
  readonly action: string
  /** Hidden inputs. */
  readonly fields: Readonly<Record<string, string>>
  readonly id: string
  readonly isOn: boolean
  /** The name of the setting: the accessible name of the switch. */
  readonly name: string
}

/** A switch in a row of a list that acts at once, with and without scripts. */
export function RowSwitch({ action, fields, id, isOn, name }: RowSwitchProps) {
  return (
    <InstantForm action={action} fields={fields} className="flex flex-col items-end gap-2">
      {(busy) => (
        <button
          id={id}
          type="submit"
          role="switch"
          aria-checked={isOn}
          aria-label={name}
          aria-disabled={busy}
          className="toggle"
        />
      )}
    </InstantForm>
  )
}
