'use client'

import { Fingerprint } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { fetchOptions, passkeyLibrary } from './options.ts'
import { type ProblemTexts, problemOf } from './problem.ts'
import { rememberSent, signalUnknown } from './sent-credential.ts'
import { type Answer, useAutofillSignIn } from './use-autofill-sign-in.ts'
import { useBusy } from './use-busy.ts'
import { useHasPasskeys } from './use-has-passkeys.ts'

interface PasskeyButtonProps {
  readonly ceremonyId: string
  readonly requestCopy: string
  readonly label: string
  readonly texts: ProblemTexts
  /** Stands before the button, and comes with it. */
  readonly before?: React.ReactNode
  readonly isPrimary?: boolean
  /** A choice that is sent along. */
  readonly choice?: React.ReactNode
  /** The email's field offers passkeys too. */
  readonly fillsIn?: boolean
  /** The last passkey was one that this server removed. */
  readonly wasRemoved?: boolean
}

/** Uses a passkey and posts its answer to `/auth/passkey`. Without scripts there is no button. */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { ceremonyId, requestCopy, label, texts, before, isPrimary, choice, fillsIn, wasRemoved } =
    props
  const hasPasskeys = useHasPasskeys()
  const form = useRef<HTMLFormElement>(null)
  const [credential, setCredential] = useState('')
  const [isBusy, setBusy] = useBusy()
  const [problem, setProblem] = useState('')
  const send = useCallback(({ credential: answer, rpId }: Answer) => {
    rememberSent('used', { id: answer.id, rpId })
    flushSync(() => setCredential(JSON.stringify(answer)))
    form.current?.submit()
  }, [])
  useAutofillSignIn(ceremonyId, hasPasskeys && fillsIn === true, send)
  useEffect(() => {
    if (wasRemoved) void signalUnknown('used')
  }, [wasRemoved])
  if (!hasPasskeys) return null
  const press = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    try {
      send(await askForPasskey(ceremonyId))
    } catch (error) {
      setProblem(problemOf(error, texts) ?? '')
      setBusy(false)
    }
  }
  return (
    <>
      {before}
      <form ref={form} method="post" action="/auth/passkey">
        <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
        <input type="hidden" name="credential" value={credential} readOnly />
        {choice}
        <button
          id="passkey-use"
          type="button"
          aria-disabled={isBusy || undefined}
          className={`btn btn-lg btn-block ${isPrimary ? 'btn-primary' : ''}`}
          onClick={() => void press()}
        >
          <Fingerprint aria-hidden="true" />
          {label}
        </button>
        <p role="status" id="passkey-problem" className="ui-error mt-2 empty:hidden">
          {problem}
        </p>
      </form>
    </>
  )
}

async function askForPasskey(ceremonyId: string): Promise<Answer> {
  const { startAuthentication } = await passkeyLibrary()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const optionsJSON = await fetchOptions<Options>(ceremonyId)
  const credential = await startAuthentication({ optionsJSON })
  return { credential, rpId: optionsJSON.rpId ?? '' }
}
