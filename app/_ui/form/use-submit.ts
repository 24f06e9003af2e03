'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useToast } from '#app/_ui/feedback/toast-context.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { areaOf } from '#lib/console/addresses.ts'
import type { FormState } from './form-state.ts'
import { postForm } from './post-form.ts'
import { useRefusal } from './refusals.ts'
import { useSubmitted } from './submitted-form.tsx'

/**
 * Sends a form to its route file and holds the result. Without scripts, the browser posts the form (`props`) and the
 * next page has the result. With scripts, the form's `onSubmit` passes the form data to `run`.
 *
 * A success is announced even if the refreshed page no longer shows the form, because its row was deleted, for example.
 * An unreachable server counts as a refusal, and the page's title says when the form is refused.
 * @param action path of the route file
 */
export function useSubmit(action: string) {
  const submitted = useSubmitted(action)
  const [answered, setAnswered] = useState<FormState | null>(null)
  const [busy, start] = useTransition()
  const address = useActionAddress(action)
  const router = useRouter()
  const toast = useToast()
  const t = useTexts()
  const run = (form: FormData) => {
    start(async () => {
      const next = await postForm(address, form, t('console.failed'))
      // After an `await`, updates join the transition only through another `start`. The message waits for it too: once
      // it appears, the page is refreshed and the form can be sent again.
      start(() => {
        if (next.kind === 'done' && next.to !== undefined) {
          open(router, next.to)
          // Any other message is in the address of that page.
          if (next.undo) toast(next.message, next.undo)
          return
        }
        setAnswered(next)
        if (next.kind === 'done' && next.message) toast(next.message, next.undo)
        if ('isStale' in next && next.isStale) router.refresh()
      })
    })
  }
  const state = answered ?? submitted
  useRefusal(state.kind === 'refused' || state.kind === 'session-ended')
  return { state, props: { action: address, method: 'post' as const }, run, busy }
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
