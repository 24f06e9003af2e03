'use client'

import { CircleCheck, X } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Undo } from '#app/_ui/form/form-state.ts'
import { UndoButton } from '#app/_ui/form/undo-button.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type ShowToast, ToastContext } from './toast-context.ts'
import { useDismissal } from './use-dismissal.ts'

interface Toast {
  readonly id: number
  readonly text: string
  readonly undo?: Undo
}

/** The region for short messages, which screen readers announce. A new message takes the old one away. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const next = useRef(1)
  const dismiss = useCallback(
    (id: number) => setToast((shown) => (shown?.id === id ? null : shown)),
    [],
  )
  const show = useCallback<ShowToast>(
    (text, undo) => setToast({ id: next.current++, text, ...(undo && { undo }) }),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center sm:inset-x-auto sm:end-6 sm:bottom-20 sm:items-end"
      >
        {toast && <ToastCard key={toast.id} toast={toast} dismiss={dismiss} />}
      </div>
    </ToastContext>
  )
}

interface ToastCardProps {
  readonly toast: Toast
  readonly dismiss: (id: number) => void
}

function ToastCard({ toast: { id, text, undo }, dismiss }: ToastCardProps) {
  const t = useTexts()
  const held = useDismissal(() => dismiss(id))
  return (
    <div className="ui-toast pointer-events-auto max-sm:w-full max-sm:max-w-none" {...held}>
      <CircleCheck aria-hidden="true" />
      <p className="min-w-0 grow [overflow-wrap:anywhere]">{text}</p>
      {undo && <UndoButton undo={undo} className="btn btn-ghost btn-xs font-semibold" />}
      <button
        type="button"
        className="btn btn-ghost btn-square btn-xs"
        aria-label={t('console.dismiss')}
        onClick={() => dismiss(id)}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
