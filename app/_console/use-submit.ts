'use client'

import { unstable_rethrow, useRouter, useSearchParams } from 'next/navigation'
import { useActionState, useState, useTransition } from 'react'
import { areaOf } from '#lib/console/addresses.ts'
import { type FormAction, type FormState, newForm } from './form-state.ts'
import { postForm } from './post-form.ts'
import { useRefusal } from './refusals.ts'
import { useSubmitted } from './submitted-form.tsx'
import { useToast } from './toasts.tsx'
import { useTexts } from './use-texts.ts'

/**
 * Sends a form to its route file and holds the result. Without scripts, the browser posts the form (`props`) and the
 * next page has the result. With scripts, the form's `onSubmit` passes the form data to `run`.
 *
 * A success is announced even if the refreshed page no longer shows the form, because its row was deleted, for example.
 * An unreachable server counts as a refusal, and the page's title says when the form is refused.
 * @param action path of the route file
 */
export function useSubmit(action: FormAction | string) {
  const path = typeof action === 'string' ? action : ''
  const submitted = useSubmitted(path)
  const [posted, send] = useActionState(typeof action === 'string' ? noAction : action, newForm)
  const [answered, setAnswered] = useState<FormState | null>(null)
  const [busy, start] = useTransition()
  const address = useActionAddress(path)
  const router = useRouter()
  const toast = useToast()
  const t = useTexts()
  const run = (form: FormData) => {
    start(async () => {
      const failed = t('console.failed')
      const next: FormState =
        typeof action === 'string'
          ? await postForm(address, form, failed)
          : await action(newForm, form).catch((error: unknown) => {
              unstable_rethrow(error)
              const id = `failure-${performance.now()}`
              return { kind: 'refused', message: failed, code: '', typed: null, id }
            })
      // After an `await`, updates join the transition only through another `start`. The message waits for it too: once
      // it appears, the page is refreshed and the form can be sent again.
      start(() => {
        if (next.kind === 'done' && next.to !== undefined) return open(router, next.to)
        setAnswered(next)
        if (next.kind === 'done' && next.message) toast(next.message)
        if ('isStale' in next && next.isStale) router.refresh()
      })
    })
  }
  const state = answered ?? (typeof action === 'string' ? submitted : posted)
  useRefusal(state.kind === 'refused' || state.kind === 'session-ended')
  const props =
    typeof action === 'string' ? { action: address, method: 'post' as const } : { action: send }
  return { state, props, run, busy }
}

async function noAction(state: FormState): Promise<FormState> {
  return state
}

/** The route file's address, with the page's query: a list keeps its page and its search. */
function useActionAddress(path: string): string {
  const query = new URLSearchParams(useSearchParams())
  query.delete('done')
  return query.size > 0 ? `${path}?${query}` : path
}

/** Opens the page after a form. Next's router knows only the console's pages. */
function open(router: ReturnType<typeof useRouter>, to: string): void {
  if (areaOf(to.split('?', 1)[0] ?? '')) router.push(to)
  else window.location.assign(to)
}
