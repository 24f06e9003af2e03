'use client'

import { unstable_rethrow } from 'next/navigation'
import { useActionState, useState, useTransition } from 'react'
import { type FormAction, type FormState, newForm } from './form-state.ts'
import { useRefusal } from './refusals.ts'
import { useToast } from './toasts.tsx'
import { useTexts } from './use-texts.ts'

/**
 * A server action with its state. Without scripts, the browser posts the form (`send`) and the next page has the
 * result. With scripts, the form's `onSubmit` passes the form data to `run`.
 *
 * A success is announced even if the refreshed page no longer shows the form, because its row was deleted, for example.
 * An unreachable server counts as a refusal, and the page's title says when the form is refused.
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
      // After an `await`, updates join the transition only through another `start`. The message waits for it too: once
      // it appears, the page is refreshed and the form can be sent again.
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
