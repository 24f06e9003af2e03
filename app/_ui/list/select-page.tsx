'use client'

import { useEffect, useRef } from 'react'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { boxesOf, useTicked } from './use-ticked.ts'

/** The check box in the head: ticks every row of the page, and shows when only some are. */
export function SelectPage({ table }: { readonly table: string }) {
  const t = useTexts()
  const { ticked, rows } = useTicked(table)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && ticked < rows
  }, [ticked, rows])
  if (!useScripts()) return null
  return (
    <input
      ref={box}
      type="checkbox"
      className="checkbox align-middle"
      aria-label={t('list.select_page')}
      checked={rows > 0 && ticked === rows}
      onChange={(event) => {
        const { checked } = event.currentTarget
        for (const each of boxesOf(table)) if (each.checked !== checked) each.click()
      }}
    />
  )
}
