'use client'

import { useState } from 'react'
import type { FormState } from '#app/_ui/form/form-state.ts'
import { postForm } from '#app/_ui/form/post-form.ts'
import { passkeyLibrary } from '#app/_ui/passkey/options.ts'
import { problemOf } from '#app/_ui/passkey/problem.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { Confirming } from './confirm-fields.tsx'

const options = '/account/passkeys/submit/confirm'

/** Asks for the passkey that confirms a form before it is sent, unless another field stands in for it. */
export function useConfirmation({ owes, problems }: Confirming) {
  const t = useTexts()
  const [problem, setProblem] = useState('')
  /**
   * Adds the answer of the passkey, and whatever `work` adds; false when the form must not be sent. After the end of the
   * session it is sent without them: its answer says so, with the way to sign in again.
   */
  const prepare = async (
    sent: FormData,
    work: (sent: FormData) => Promise<void> = async () => {},
  ): Promise<boolean> => {
    setProblem('')
    try {
      const isOther = ['recoveryCode', 'emailCode'].some((name) => !!sent.get(name))
      if (owes === 'factor' && !isOther)
        sent.set('passkey', await askForPasskey(t('console.failed')))
      await work(sent)
      return true
    } catch (error) {
      if (error instanceof SessionOver) return true
      setProblem(error instanceof Refused ? error.message : (problemOf(error, problems) ?? ''))
      return false
    }
  }
  return { problem, prepare }
}

/** A refusal of the server, in the visitor's language. */
class Refused extends Error {
  override readonly name = 'Refused'
}

class SessionOver extends Error {
  override readonly name = 'SessionOver'
}

/**
 * What a route file shows in its answer.
 * @throws Refused
 * @throws SessionOver
 */
export async function shownBy(address: string, form: FormData, failed: string): Promise<unknown> {
  const state: FormState = await postForm(address, form, failed)
  if (state.kind === 'done') return state.shown
  if (state.kind === 'session-ended') throw new SessionOver()
  throw new Refused(state.kind === 'refused' ? state.message : failed)
}

async function askForPasskey(failed: string): Promise<string> {
  const { startAuthentication } = await passkeyLibrary()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const optionsJSON = (await shownBy(options, new FormData(), failed)) as Options
  return JSON.stringify(await startAuthentication({ optionsJSON }))
}
