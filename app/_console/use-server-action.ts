'use client'

import { unstable_rethrow } from 'next/navigation'
import { useActionState, useState, useTransition } from 'react'
import { type FormAction, type FormState, newForm } from './form-state.ts'
import { useRefusal } from './refusals.ts'
import { useToast } from './toasts.tsx'
import { useTexts } from './use-texts.ts'

/**
 * A server action and what came of it. Without scripts the browser posts the form (`send`) and the
 * answered page knows the result; with them the form's `onSubmit` hands what is sent to `run`. That
 * it worked is told even when the page, renewed by the action, no longer shows the form: the row was
 * deleted, the switch is on. A server that cannot be reached is told like a refusal. While it is refused the title
 * of the page says so.
 */
export function useServerAction(action: FormAction) {
  const [posted, send] = useActionState(action, newForm)
  const [answered, setAnswered] = useState<FormState | null>(null)
  const [busy, start] = useTransition()
  const toast = useToast()
  const t = useTexts()
  const run = (form: FormData) => {
    start(async () => {
      const next = await action(newForm, form).catch((error: unknown) => {
        unstable_rethrow(error)
        return failure(t('console.failed'))
      })
      // What follows an `await` is part of the transition only when it is said again. The message waits for it,
      // too: whoever reads that it worked finds the page renewed, and may send the form once more.
      start(() => {
        setAnswered(next)
        if (next.kind === 'done') toast(next.message)
      })
    })
  }
  const state = answered ?? posted
  useRefusal(state.kind === 'refused' || state.kind === 'session-ended')
  return { state, send, run, busy }
}

function failure(message: string): FormState {
  return { kind: 'refused', message, code: '', typed: null, id: `failure-${performance.now()}` }
}
