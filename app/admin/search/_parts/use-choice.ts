'use client'

import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isComposing } from '#app/_ui/form/is-composing.ts'
import type { FoundGroup } from './found.ts'
import { isRecord, withActsOf } from './shown-results.ts'

/**
 * Which result is the active one. Enter follows it; while the results of the typed text are on their way, it waits for
 * them.
 * @param isCurrent whether the results are those of the typed text
 */
export function useChoice(
  dialog: RefObject<HTMLDialogElement | null>,
  found: readonly FoundGroup[],
  isCurrent: boolean,
) {
  const [active, setActive] = useState(0)
  const [record, setRecord] = useState<string | null>(null)
  const entered = useRef<{ readonly newTab: boolean } | null>(null)
  const all = found.flatMap(({ items }) => items)
  const groups = withActsOf(found, all.find(({ href }) => href === record) ?? all.find(isRecord))
  const shown = groups.flatMap(({ items }) => items)

  const follow = useCallback(
    (newTab: boolean) => {
      const link = dialog.current?.querySelector<HTMLAnchorElement>('[aria-selected=true]')
      if (link && newTab) window.open(link.href, '_blank', 'noopener')
      else link?.click()
    },
    [dialog],
  )
  useEffect(() => {
    if (!isCurrent || !entered.current) return
    const { newTab } = entered.current
    entered.current = null
    follow(newTab)
  }, [isCurrent, follow])
  useEffect(() => {
    const at = `[id="palette-${active}"]`
    dialog.current?.querySelector(at)?.scrollIntoView({ block: 'nearest' })
  }, [active, dialog])

  const move = (index: number) => {
    setActive(index)
    const item = shown[index]
    if (item && isRecord(item)) setRecord(item.href)
  }
  const restart = () => {
    entered.current = null
    setActive(0)
    setRecord(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (shown.length > 0) move((active + step + shown.length) % shown.length)
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      const newTab = event.metaKey || event.ctrlKey
      if (isCurrent) follow(newTab)
      else entered.current = { newTab }
    }
  }
  return { groups, shown, active, move, restart, onKeyDown }
}
