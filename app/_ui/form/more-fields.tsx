'use client'

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface MoreFieldsProps {
  readonly label: string
  /** One of the fields has an error, which has to be seen. */
  readonly isRefused: boolean
  readonly children: ReactNode
}

/** Fields of a grid that few people need, folded. They are sent with the form all the same. */
export function MoreFields({ label, isRefused, children }: MoreFieldsProps) {
  return (
    <details className="ui-more" open={isRefused}>
      <summary>
        <ChevronRight aria-hidden="true" />
        {label}
      </summary>
      <div>{children}</div>
    </details>
  )
}
