'use client'

import { type RefObject, useLayoutEffect } from 'react'

const rows = 'tr, li'

/**
 * Keeps the focus near a control that removes itself, such as a row's delete button or a button replaced by a badge.
 * Without it, the focus would move to the top of the page. The focus moves to the row's remaining button, or to the
 * same control of the next or previous row, or else to the heading.
 * @param ref the control, or the element around it and its dialog
 */
export function useFocusAfter(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const control = ref.current
    return () => {
      // The visitor's focus is elsewhere, so it stays there.
      if (!control?.contains(document.activeElement)) return
      const places = placesNear(control)
      // Only after the update is it known which elements remain.
      requestAnimationFrame(() => {
        const isHeld = document.activeElement && document.activeElement !== document.body
        if (control.isConnected || isHeld) return
        focusFirst(places.flatMap((place) => place() ?? []))
      })
    }
  }, [ref])
}

type Place = () => HTMLElement | null | undefined

/** The candidates for the focus, best first; called while the control is still in the document. */
function placesNear(control: HTMLElement): readonly Place[] {
  const row = control.closest<HTMLElement>(rows)
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling]
  const section = control.closest('section')
  const page = document.getElementById('content')
  const title = page?.querySelector<HTMLElement>('h1')
  return [
    () => row?.querySelector<HTMLElement>('button'),
    ...neighbours.map((neighbour) => () => sameControl(control, neighbour)),
    () => section?.querySelector<HTMLElement>('h2'),
    () => title,
  ]
}

/** The same control of another row; an id starts with the action, followed by the record. */
function sameControl(control: HTMLElement, row: Element | null | undefined): HTMLElement | null {
  const { id } = control.matches('button') ? control : (control.querySelector('button') ?? control)
  const [does] = id.split('-')
  const same = does ? row?.querySelector<HTMLElement>(`button[id^="${does}-"]`) : null
  return same ?? row?.querySelector<HTMLElement>('button') ?? null
}

function focusFirst(candidates: readonly HTMLElement[]): void {
  const found = candidates.find((candidate) => candidate.isConnected)
  if (!found) return
  // Headings are focusable only with a tab index.
  if (!found.matches('button')) found.tabIndex = -1
  found.focus()
}
