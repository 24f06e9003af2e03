'use client'

import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fetchOptions, passkeyLibrary } from './options.ts'
import { type ProblemTexts, problemOf } from './problem.ts'
import { rememberSent, signalUnknown } from './sent-credential.ts'
import { useBusy } from './use-busy.ts'
import { useHasPasskeys } from './use-has-passkeys.ts'

interface CreatePasskeyButtonProps {
  readonly ceremonyId: string
  readonly label: string
  readonly texts: ProblemTexts
  readonly isPrimary?: boolean
  /** The server did not take the last one: the device need not offer it. */
  readonly wasRefused: boolean
}

/** Makes a passkey and sends it with the form around the button. Without scripts there is no button. */
export function CreatePasskeyButton(props: CreatePasskeyButtonProps) {
  const { ceremonyId, label, texts, isPrimary, wasRefused } = props
  const hasPasskeys = useHasPasskeys()
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useBusy()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if (wasRefused) void signalUnknown('made')
  }, [wasRefused])
  if (!hasPasskeys) return null
  const press = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    try {
      const { startRegistration } = await passkeyLibrary()
      type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
      const optionsJSON = await fetchOptions<Options>(ceremonyId)
      const credential = await startRegistration({ optionsJSON })
      rememberSent('made', { id: credential.id, rpId: optionsJSON.rp.id ?? '' })
      const { current } = field
      if (!current) return
      current.name = 'credential'
      current.value = JSON.stringify(credential)
      current.form?.submit()
    } catch (error) {
      setProblem(problemOf(error, texts) ?? '')
      setBusy(false)
    }
  }
  return (
    <>
      <input ref={field} type="hidden" />
      <button
        id="passkey-create"
        type="button"
        aria-disabled={isBusy || undefined}
        className={`btn btn-lg btn-block ${isPrimary ? 'btn-primary' : ''}`}
        onClick={() => void press()}
      >
        <Fingerprint aria-hidden="true" />
        {label}
      </button>
      <p role="status" id="passkey-problem" className="ui-error empty:hidden">
        {problem}
      </p>
    </>
  )
}
