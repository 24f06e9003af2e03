'use client'

import { CircleCheck, X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { useDismissal } from './use-dismissal.ts'

interface Toast {
  readonly id: number
  readonly text: string
}

const ToastContext = createContext<(text: string) => void>(() => {})

/** Shows a short message at the edge of the page for six seconds. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext)
}

/** The region for short messages, which screen readers announce. A new message takes the old one away. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const next = useRef(1)
  const dismiss = useCallback(
    (id: number) => setToast((shown) => (shown?.id === id ? null : shown)),
    [],
  )
  const show = useCallback((text: string) => setToast({ id: next.current++, text }), [])
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

function ToastCard({ toast: { id, text }, dismiss }: ToastCardProps) {
  const t = useTexts()
  const held = useDismissal(() => dismiss(id))
  return (
    <div className="ui-toast pointer-events-auto max-sm:w-full max-sm:max-w-none" {...held}>
      <CircleCheck aria-hidden="true" />
      <p className="min-w-0 grow [overflow-wrap:anywhere]">{text}</p>
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
