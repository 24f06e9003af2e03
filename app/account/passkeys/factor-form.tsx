'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import type { FormState } from '#app/_ui/form/form-state.ts'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import { passkeyLibrary } from '#app/_ui/passkey/options.ts'
import { rememberSent, signalUnknown } from '#app/_ui/passkey/sent-credential.ts'
import { useHasPasskeys } from '#app/_ui/passkey/use-has-passkeys.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { ConfirmFields, type Confirming, needsSignIn } from '../_confirm/confirm-fields.tsx'
import { SignInAgain } from '../_confirm/sign-in-again.tsx'
import { shownBy, useConfirmation } from '../_confirm/use-confirmation.ts'

/** The account, and the ways to confirm a change. */
export interface ConfirmedBy {
  readonly email: string
  readonly confirming: Confirming
}

interface FactorFormProps extends ConfirmedBy {
  readonly action: string
  readonly id: string
  readonly label: string
  readonly fields?: Readonly<Record<string, string>>
  /** Makes a passkey first: needs scripts. */
  readonly registers?: {
    /** The ids of the passkeys that there are. */
    readonly known: readonly number[]
  }
  /** Plain by default: a page has one primary button. */
  readonly tone?: 'primary' | 'danger'
  /** Shows a value that only the answer has. */
  readonly children?: (shown: unknown) => ReactNode
}

const looks = { primary: 'btn-primary', danger: 'btn-error' } as const

const options = '/account/passkeys/submit/options'

/** A form that changes passkeys or recovery codes, with the fields that confirm the change. */
export function FactorForm(props: FactorFormProps) {
  const { action, id, label, email, confirming, fields = {}, registers, children } = props
  const t = useTexts()
  const hasPasskeys = useHasPasskeys()
  const { state, props: form, run, busy } = useSubmit(action)
  const { problem, prepare } = useConfirmation(confirming)
  const [isAsking, setAsking] = useState(false)
  useForgotten(registers, state)
  if (registers && !hasPasskeys) return null
  if (needsSignIn(confirming)) return <SignInAgain />
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || isAsking) return
    const sent = new FormData(event.currentTarget)
    setAsking(true)
    const isReady = await prepare(sent, async () => {
      if (registers) sent.set('credential', await makePasskey(sent, t('console.failed')))
    })
    setAsking(false)
    if (isReady) run(sent)
  }
  const refused = state.kind === 'refused' ? state : null
  const message = problem || (refused?.message ?? '')
  return (
    <>
      {state.kind === 'done' && state.shown !== undefined && children?.(state.shown)}
      <form {...form} onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ConfirmFields confirming={confirming} email={email} form={id} />
        {message && <FormProblem text={message} />}
        {state.kind === 'session-ended' && <SessionEnded />}
        <div>
          <button
            id={id}
            type="submit"
            aria-disabled={busy || isAsking || undefined}
            className={`btn ${props.tone ? looks[props.tone] : ''}`}
          >
            {label}
          </button>
        </div>
      </form>
    </>
  )
}

/**
 * Lets the device forget a passkey that was not taken. Where the answer was lost, it may have been taken all the same: the
 * server is asked first.
 */
function useForgotten(registers: FactorFormProps['registers'], state: FormState) {
  const t = useTexts()
  const router = useRouter()
  const told = useRef('')
  useEffect(() => {
    if (!registers || state.kind === 'new' || told.current === state.id) return
    told.current = state.id
    // Only this answer shows the codes; the list beside it has the new passkey.
    if (state.kind === 'done') return router.refresh()
    if (state.kind !== 'refused') return
    if (state.code === '') {
      void wasTaken(registers.known, t('console.failed')).then((isTaken) => {
        if (isTaken === false) void signalUnknown('made')
        if (isTaken) router.refresh()
      })
    } else if (state.code !== 'validator.passkey.already_registered') void signalUnknown('made')
  }, [registers, state, router, t])
}

/** Null when the server cannot be asked: then the device keeps it. */
async function wasTaken(known: readonly number[], failed: string): Promise<boolean | null> {
  try {
    const ids = (await shownBy('/account/passkeys/submit/list', new FormData(), failed)) as number[]
    return ids.some((id) => !known.includes(id))
  } catch {
    return null
  }
}

async function makePasskey(sent: FormData, failed: string): Promise<string> {
  const { startRegistration } = await passkeyLibrary()
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  const optionsJSON = (await shownBy(options, sent, failed)) as Options
  const credential = await startRegistration({ optionsJSON })
  rememberSent('made', { id: credential.id, rpId: optionsJSON.rp.id ?? '' })
  return JSON.stringify(credential)
}
