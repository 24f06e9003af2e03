'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { SessionEnded } from '#app/_ui/feedback/session-ended.tsx'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import type { FormState } from '#app/_ui/form/form-state.ts'
import { postForm } from '#app/_ui/form/post-form.ts'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import { passkeyLibrary } from '#app/_ui/passkey/options.ts'
import { type ProblemTexts, problemOf } from '#app/_ui/passkey/problem.ts'
import { rememberSent, signalUnknown } from '#app/_ui/passkey/sent-credential.ts'
import { useHasPasskeys } from '#app/_ui/passkey/use-has-passkeys.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { ConfirmingPassword } from '../otp/password.tsx'

/** What confirms a change of factors. */
export type Confirming = 'password' | 'password-and-code' | 'passkey'

interface FactorFormProps {
  readonly action: string
  readonly id: string
  readonly label: string
  readonly email: string
  readonly confirms: Confirming
  readonly problems: ProblemTexts
  readonly fields?: Readonly<Record<string, string>>
  /** Makes a passkey first: needs scripts. */
  readonly registers?: boolean
  readonly tone?: 'primary' | 'danger'
  /** Shows what only the answer has. */
  readonly children?: (shown: unknown) => ReactNode
}

const options = '/account/passkeys/submit/options'
const confirmation = '/account/passkeys/submit/confirm'

/** A change of passkeys or recovery codes, with what confirms that it is the visitor. */
export function FactorForm(props: FactorFormProps) {
  const { action, id, label, email, confirms, problems, fields = {}, registers, children } = props
  const t = useTexts()
  const hasPasskeys = useHasPasskeys()
  const { state, props: form, run, busy } = useSubmit(action)
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  if (registers && !hasPasskeys) return null
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || isAsking) return
    const sent = new FormData(event.currentTarget)
    setProblem('')
    setAsking(true)
    try {
      if (confirms === 'passkey') sent.set('passkey', await askForPasskey(t('console.failed')))
      if (registers) sent.set('credential', await makePasskey(sent, t('console.failed')))
      run(sent)
    } catch (error) {
      setProblem(error instanceof Refused ? error.message : (problemOf(error, problems) ?? ''))
    } finally {
      setAsking(false)
    }
  }
  const refused = state.kind === 'refused' ? state : null
  if (refused && registers && refused.code.startsWith('validator.passkey.')) void signalUnknown()
  const message = problem || (refused?.message ?? '')
  const look = props.tone === 'danger' ? 'btn-error' : 'btn-primary'
  return (
    <>
      {state.kind === 'done' && state.shown !== undefined && children?.(state.shown)}
      <form {...form} onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {confirms !== 'passkey' && (
          <ConfirmingPassword email={email} asksCode={confirms === 'password-and-code'} form={id} />
        )}
        {message && <FormProblem text={message} />}
        {state.kind === 'session-ended' && <SessionEnded />}
        <div>
          <button
            id={id}
            type="submit"
            aria-disabled={busy || isAsking || undefined}
            className={`btn ${look}`}
          >
            {label}
          </button>
        </div>
      </form>
    </>
  )
}

/** A refusal of the server, in the visitor's language. */
class Refused extends Error {
  override readonly name = 'Refused'
}

async function shownBy(address: string, form: FormData, failed: string): Promise<unknown> {
  const state: FormState = await postForm(address, form, failed)
  if (state.kind === 'done') return state.shown
  throw new Refused(state.kind === 'refused' ? state.message : failed)
}

async function askForPasskey(failed: string): Promise<string> {
  const { startAuthentication } = await passkeyLibrary()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const optionsJSON = (await shownBy(confirmation, new FormData(), failed)) as Options
  return JSON.stringify(await startAuthentication({ optionsJSON }))
}

async function makePasskey(sent: FormData, failed: string): Promise<string> {
  const { startRegistration } = await passkeyLibrary()
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  const optionsJSON = (await shownBy(options, sent, failed)) as Options
  const credential = await startRegistration({ optionsJSON })
  rememberSent({ id: credential.id, rpId: optionsJSON.rp.id ?? '' })
  return JSON.stringify(credential)
}
