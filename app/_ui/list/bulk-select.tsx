'use client'

import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface BulkSelectProps {
  readonly acts: readonly { readonly value: string; readonly label: string }[]
}

/** Chooses what happens to the ticked rows, for browsers without scripts; scripts show a bar instead. */
export function BulkSelect({ acts }: BulkSelectProps) {
  const t = useTexts()
  if (useScripts()) return null
  return (
    <p className="flex flex-wrap items-center gap-2 px-4 py-2 max-sm:hidden">
      <label className="flex items-center gap-2">
        {t('list.with_selected')}
        <select name="act" className="select select-sm w-auto">
          {acts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn btn-sm">
        {t('list.apply')}
      </button>
    </p>
  )
}
