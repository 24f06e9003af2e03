'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { ToldConflict } from './form-state.ts'
import { useForgetChanges } from './unsaved-changes.ts'
import { useScripts } from './use-scripts.ts'

/** A field by its label, with the values as the form shows them. */
interface Difference {
  readonly label: string
  readonly mine: string
  readonly now: string
}

/**
 * Says that nothing was saved because somebody else changed the same fields, with both values side by side. The form
 * keeps its own, and wins when it is sent again. Without scripts, each field tells the other value.
 */
export function ChangedMeanwhile({ conflicts }: { readonly conflicts: readonly ToldConflict[] }) {
  const t = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const differences = useDifferences(conflicts, place)
  return (
    <div ref={place}>
      <Notice kind="warning" id="changed-meanwhile">
        <p>{t('console.record.concurrent_update')}</p>
        <ReloadButton />
        {differences.length > 0 && (
          <details className="mt-2">
            <summary className="ui-inline-link w-fit cursor-pointer">
              {t('console.difference.show')}
            </summary>
            <Comparison differences={differences} />
          </details>
        )}
      </Notice>
    </div>
  )
}

function Comparison({ differences }: { readonly differences: readonly Difference[] }) {
  const t = useTexts()
  return (
    <table className="mt-2 w-full text-start">
      <thead>
        <tr className="text-start text-muted text-xs">
          <th scope="col" className="pe-4 text-start font-medium">
            {t('console.difference.field')}
          </th>
          <th scope="col" className="pe-4 text-start font-medium">
            {t('console.difference.mine')}
          </th>
          <th scope="col" className="text-start font-medium">
            {t('console.difference.theirs')}
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ label, mine, now }) => (
          <tr key={label} className="align-top">
            <th scope="row" className="pe-4 text-start font-medium">
              {label}
            </th>
            {[mine, now].map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns, in this order
              <td key={index} className="pe-4 whitespace-pre-line [overflow-wrap:anywhere]">
                <bdi>{value || '–'}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The button itself says that changes are lost, so the prompt for unsaved changes is skipped. */
export function ReloadButton() {
  const t = useTexts()
  const hasScripts = useScripts()
  const forget = useForgetChanges()
  const reload = () => {
    forget()
    window.location.reload()
  }
  return (
    hasScripts && (
      <button type="button" className="ui-inline-link mt-2 block text-start" onClick={reload}>
        {t('console.reload')}
      </button>
    )
  )
}

/** Reads labels and words for values from the form around `place`. */
function useDifferences(
  conflicts: readonly ToldConflict[],
  place: RefObject<HTMLElement | null>,
): readonly Difference[] {
  const t = useTexts()
  const [found, setFound] = useState<readonly Difference[]>([])
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const words = { on: t('console.yes'), off: t('console.no') }
    setFound(
      conflicts.flatMap(({ field, mine, now }) => {
        const input = form.elements.namedItem(field)
        const label = input && labelOf(input)
        if (!label) return []
        return [{ label, mine: wordFor(input, mine, words), now: wordFor(input, now, words) }]
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
