'use client'

import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react'
import { Breakable } from '#app/_ui/text/breakable.tsx'
import { isComposing } from './is-composing.ts'

interface DialogProps {
  readonly dialog: { readonly ref: RefObject<HTMLDialogElement | null>; readonly id: string }
  readonly title: string
  /** Without scripts: open when the page appears. */
  readonly isOpen?: boolean
  /** Shows long values instead of a question. */
  readonly isWide?: boolean
  /** Beside the title. */
  readonly corner?: ReactNode
  readonly onClose?: () => void
  readonly children: ReactNode
}

/**
 * A dialog near the top of the window. Escape and a click beside it cancel, except while something was typed; the focus
 * returns to the button that opened it.
 */
export function Dialog({ dialog, title, isOpen, isWide, corner, onClose, children }: DialogProps) {
  const { ref, id } = dialog
  return (
    <dialog
      ref={ref}
      id={id}
      open={isOpen}
      aria-labelledby={`${id}-title`}
      onKeyDown={keepTyped}
      onClick={cancelBeside}
      onClose={(event) => {
        // Clears a password that was typed but not sent.
        event.currentTarget.querySelector('form')?.reset()
        onClose?.()
      }}
      className={`ui-dialog mx-auto mt-[min(7rem,10dvh)] mb-auto max-h-[85dvh] overflow-y-auto text-start font-normal text-base text-ink backdrop:bg-[rgb(10_10_14/0.45)] ${isWide ? 'w-[min(44rem,calc(100vw-2rem))]!' : ''}`}
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id={`${id}-title`} className="min-w-0 [overflow-wrap:anywhere]">
          <Breakable text={title} after="@" />
        </h2>
        {corner}
      </div>
      {children}
    </dialog>
  )
}

function keepTyped(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Escape') return
  if (isComposing(event.nativeEvent) || hasTyped(event.currentTarget)) event.preventDefault()
}

/** A click on the backdrop has the dialog itself as its target, and lies outside of it. */
function cancelBeside({
  target,
  currentTarget: dialog,
  clientX,
  clientY,
}: MouseEvent<HTMLDialogElement>): void {
  if (target !== dialog || hasTyped(dialog)) return
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  if (!isInside) dialog.close()
}

function hasTyped(dialog: HTMLElement): boolean {
  const inputs = dialog.querySelectorAll<HTMLInputElement>(
    'input:not([type=hidden], [type=checkbox])',
  )
  return [...inputs].some(({ value, defaultValue }) => value !== defaultValue)
}
