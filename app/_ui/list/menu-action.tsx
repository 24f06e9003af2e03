'use client'

import type { ReactNode } from 'react'
import { InstantForm } from '#app/_ui/form/instant-form.tsx'

interface MenuActionProps {
  readonly action: string
  /** Hidden inputs. */
  readonly fields: Readonly<Record<string, string>>
  readonly id: string
  readonly children: ReactNode
}

/** An entry of a row's menu that acts at once. */
export function MenuAction({ action, fields, id, children }: MenuActionProps) {
  return (
    <InstantForm action={action} fields={fields}>
      {(busy) => (
        <button id={id} type="submit" aria-disabled={busy}>
          {children}
        </button>
      )}
    </InstantForm>
  )
}
