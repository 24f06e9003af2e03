'use client'

import { useTexts } from '#app/_ui/text/use-texts.ts'

interface RetypeInputProps {
  readonly name: string
  /** What has to be typed. */
  readonly identifier: string
  readonly isNumber?: boolean
}

/** The field of a dialog in which a word or number is typed to confirm an act that cannot be undone. */
export function RetypeInput({ name, identifier, isNumber = false }: RetypeInputProps) {
  const t = useTexts()
  return (
    <label className="grid gap-1.5">
      <span className="ui-label">{t('console.record.retype', { identifier })}</span>
      <input
        id={name}
        name={name}
        inputMode={isNumber ? 'numeric' : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
        className="input"
      />
    </label>
  )
}
