'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { type ComparedRow, Comparison } from './comparison.tsx'
import type { ToldConflict } from './form-state.ts'

/**
 * Says that nothing was saved because another administrator changed the same fields, with both values side by side. The
 * form keeps its own values, which win when it is sent again. Without scripts, each field shows the other value.
 */
export function ChangedMeanwhile({ conflicts }: { readonly conflicts: readonly ToldConflict[] }) {
  const t = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const differences = useDifferences(conflicts, place)
  return (
    <div ref={place}>
      <ChangedNotice>
        {differences.length > 0 && (
          <Comparison
            heads={[
              t('console.difference.field'),
              t('console.difference.mine'),
              t('console.difference.theirs'),
            ]}
            rows={differences}
          />
        )}
      </ChangedNotice>
    </div>
  )
}

/** Reads labels and words for values from the form around `place`. */
function useDifferences(
  conflicts: readonly ToldConflict[],
  place: RefObject<HTMLElement | null>,
): readonly ComparedRow[] {
  const t = useTexts()
  const [found, setFound] = useState<readonly ComparedRow[]>([])
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const words = { on: t('console.yes'), off: t('console.no') }
    setFound(
      conflicts.flatMap(({ field, mine, now }) => {
        const input = form.elements.namedItem(field)
        const label = input && labelOf(input)
        if (!label) return []
        return [{ label, mine: wordFor(input, mine, words), theirs: wordFor(input, now, words) }]
      }),
    )
  }, [conflicts, place, t])
  return found
}

type Input = NonNullable<ReturnType<HTMLFormControlsCollection['namedItem']>>

/** The label of an input; of radio buttons, the legend around them. */
function labelOf(input: Input): string {
  const one = input instanceof RadioNodeList ? input[0] : input
  if (!(one instanceof HTMLElement)) return ''
  const own = 'labels' in one ? (one as HTMLInputElement).labels?.[0] : null
  const label =
    input instanceof RadioNodeList ? one.closest('fieldset')?.querySelector('legend') : own
  return (label ?? own)?.textContent?.trim() ?? ''
}

/** A value in the words that the input shows for it. */
function wordFor(input: Input, value: string, words: { on: string; off: string }): string {
  if (input instanceof HTMLSelectElement) {
    return [...input.options].find((option) => option.value === value)?.text ?? value
  }
  if (input instanceof RadioNodeList) {
    const chosen = [...input].find((one) => one instanceof HTMLInputElement && one.value === value)
    const label = chosen instanceof HTMLInputElement ? chosen.labels?.[0] : null
    return label?.textContent?.trim() ?? value
  }
  if (input instanceof HTMLInputElement && input.type === 'checkbox') {
    return value === '' ? words.off : words.on
  }
  return value
}
