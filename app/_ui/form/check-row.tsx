'use client'

import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'

interface CheckRowProps {
  readonly name: string
  readonly isChecked: boolean
  readonly title: string
  readonly hint: string
  /** At the end of the row. */
  readonly end?: ReactNode
}

/** A row of a list of choices: the whole row ticks its box. */
export function CheckRow({ name, isChecked, title, hint, end }: CheckRowProps) {
  const { register } = useFormContext()
  return (
    <label className="flex cursor-pointer items-start gap-3 px-4 py-2.5 hover:bg-[var(--hover)]">
      <input
        type="checkbox"
        {...register(name)}
        defaultChecked={isChecked}
        className="checkbox mt-px"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          <bdi>{title}</bdi>
        </span>
        {hint && <bdi className="text-muted">{hint}</bdi>}
      </span>
      {end}
    </label>
  )
}
