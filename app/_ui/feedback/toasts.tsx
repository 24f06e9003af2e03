'use client'

import { CircleCheck, X } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface Toast {
  readonly id: number
  readonly text: string
}

const ToastContext = createContext<(text: string) => void>(() => {})
const shownMillis = 6_000

/** Shows a short message at the edge of the page for six seconds. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext)
}

/** The region for short messages, which screen readers announce. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const next = useRef(1)
  const dismiss = useCallback((id: number) => {
    setToasts((all) => all.filter((toast) => toast.id !== id))
  }, [])
  const show = useCallback((text: string) => {
    const id = next.current++
    // A repeated message moves to the end instead of stacking.
    setToasts((all) => [...all.filter((toast) => toast.text !== text).slice(-2), { id, text }])
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 sm:inset-x-auto sm:end-6 sm:bottom-6 sm:items-end"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} dismiss={dismiss} />
        ))}
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
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), shownMillis)
    return () => clearTimeout(timer)
  }, [id, dismiss, isHeld])
  return (
    <div className="pointer-events-auto flex max-w-sm items-center gap-3 rounded-box border border-line bg-base-100 py-3 ps-4 pe-2 text-sm shadow-base-content/10 shadow-xl">
      <CircleCheck className="size-4.5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 [overflow-wrap:anywhere]">{text}</p>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label={t('console.dismiss')}
        // A message whose button has the focus stays; removing it would lose the focus.
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onClick={() => dismiss(id)}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  )
}
