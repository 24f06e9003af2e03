'use client'

import { GripVertical } from 'lucide-react'
import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { useSubmit } from '#app/_ui/form/use-submit.ts'

/** Broad enough for a finger, without taking more room than the icon. Keeps its place until scripts run. */
const look =
  '-ms-2 grid size-6 shrink-0 cursor-grab touch-none select-none place-items-center text-subtle noscript:hidden pointer-coarse:-ms-4 pointer-coarse:-me-3 pointer-coarse:size-11 print:hidden'

interface DragHandleProps {
  /** Moves the row. */
  readonly action: string
  /** The ids of all rows, in the order that the page shows. */
  readonly order: string
  /** Place of the row in the list, from 0. */
  readonly place: number
}

/** A row on its way. */
interface Drag {
  readonly rows: readonly HTMLElement[]
  readonly boxes: readonly DOMRect[]
  readonly startY: number
  to: number
}

/**
 * Takes the row to another place, by pointer or touch. Dropped where it was, nothing happens. The row's menu does the
 * same by keyboard.
 */
export function DragHandle({ action, order, place }: DragHandleProps) {
  const hasScripts = useScripts()
  const { state, run, busy } = useSubmit(action)
  const handle = useRef<HTMLSpanElement>(null)
  const drag = useRef<Drag | null>(null)
  // Until the list arrives in its new order, the rows stay where they were dropped.
  useLayoutEffect(() => {
    if (!busy) put(rowsOf(handle.current), place, [])
  }, [busy, place])
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0 || busy) return
    const rows = rowsOf(handle.current)
    const boxes = rows.map((row) => row.getBoundingClientRect())
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { rows, boxes, startY: event.pageY, to: place }
  }
  const follow = (event: PointerEvent) => {
    if (!drag.current) return
    const { rows, boxes, startY } = drag.current
    const by = event.pageY - startY
    drag.current.to = placeAt(boxes, place, by)
    put(rows, place, shifts(boxes, place, drag.current.to).with(place, by))
  }
  const drop = (to: number) => {
    if (!drag.current) return
    const { rows, boxes } = drag.current
    drag.current = null
    put(rows, place, shifts(boxes, place, to))
    if (to === place) return put(rows, place, [])
    const form = new FormData()
    form.set('order', order)
    form.set('to', String(to))
    run(form)
  }
  return (
    <>
      <span
        ref={handle}
        data-drag={place}
        aria-hidden="true"
        className={`${look} ${hasScripts ? '' : 'invisible'}`}
        onPointerDown={begin}
        onPointerMove={follow}
        onPointerUp={() => drop(drag.current?.to ?? place)}
        onPointerCancel={() => drop(place)}
      >
        <GripVertical className="size-4" />
      </span>
      {state.kind === 'refused' && (
        <div className="order-last basis-full">
          <FormProblem text={state.message} />
        </div>
      )}
      {state.kind === 'session-ended' && (
        <div className="order-last basis-full">
          <SessionEnded />
        </div>
      )}
    </>
  )
}

function rowsOf(handle: HTMLElement | null): HTMLElement[] {
  const list = handle?.closest('li')?.parentElement
  return [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement)
}

/** The place that a row has reached: above those whose middle it has not passed. */
function placeAt(boxes: readonly DOMRect[], from: number, by: number): number {
  const middle = ({ y, height }: DOMRect) => y + height / 2
  const own = boxes[from]
  if (!own) return from
  return boxes.filter((box, index) => index !== from && middle(box) < middle(own) + by).length
}

/** How far each row moves, in pixels, when one goes from its place to another. */
function shifts(boxes: readonly DOMRect[], from: number, to: number): number[] {
  const own = boxes[from]?.height ?? 0
  const passed = boxes.slice(Math.min(from + 1, to), Math.max(from, to + 1))
  const way = passed.reduce((sum, { height }) => sum + height, 0) * Math.sign(to - from)
  return boxes.map((_, index) => {
    if (index === from) return way
    if (index > from && index <= to) return -own
    return index < from && index >= to ? own : 0
  })
}

/** Moves the rows; without `by`, back to where the list has them. */
function put(rows: readonly HTMLElement[], dragged: number, by: readonly number[]): void {
  for (const [index, row] of rows.entries()) {
    row.style.translate = by[index] ? `0 ${by[index]}px` : ''
    row.toggleAttribute('data-dragged', by.length > 0 && index === dragged)
  }
}
