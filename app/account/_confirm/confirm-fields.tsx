'use client'

import Link from 'next/link'
import { TextField } from '#app/_ui/form/fields.tsx'
import type { ProblemTexts } from '#app/_ui/passkey/problem.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { bindingOf, ConfirmingPassword } from './confirming-password.tsx'

/** The proof of the visitor's identity. */
export interface Confirming {
  /** Required beside the password: nothing, a code of the app, or the passkey. */
  readonly owes: 'nothing' | 'code' | 'factor'
  readonly hasPassword: boolean
  /** The visitor has just signed in with all that is owed. */
  readonly isRecent: boolean
  readonly hasRecoveryCodes: boolean
  /** A mailed code replaces a lost passkey. */
  readonly canMailCode: boolean
  readonly problems: ProblemTexts
}

interface ConfirmFieldsProps {
  readonly confirming: Confirming
  readonly email: string
  /** Starts the ids of the fields, on a page with several such forms. */
  readonly form?: string
}

/** Whether nothing can be entered here that confirms a change: the visitor signs in again first. */
export function needsSignIn({ owes, hasPassword, isRecent }: Confirming): boolean {
  return owes === 'nothing' && !hasPassword && !isRecent
}

/** The fields that confirm a change. Where a passkey does, the browser asks for it when the form is sent. */
export function ConfirmFields({ confirming, email, form }: ConfirmFieldsProps) {
  if (confirming.owes === 'nothing' && !confirming.hasPassword) return null
  if (confirming.owes === 'factor') return <InPlaceOfPasskey {...{ confirming, email, form }} />
  return <ConfirmingPassword email={email} asksCode={confirming.owes === 'code'} form={form} />
}

function InPlaceOfPasskey({ confirming, email, form = 'confirm' }: ConfirmFieldsProps) {
  const t = useTexts()
  const { hasRecoveryCodes, canMailCode } = confirming
  const code = { autoComplete: 'off', spellCheck: false, dir: 'ltr' } as const
  return (
    <div>
      <p className="text-muted">{t('methods.confirm.asks')}</p>
      <noscript>
        <p className="mt-2">{t('methods.second.noscript')}</p>
      </noscript>
      <details className="mt-2">
        <summary id={`${form}-without-passkey`} className="ui-link cursor-pointer py-1">
          {t('methods.second.help')}
        </summary>
        <div className="mt-3 flex flex-col gap-5">
          {(hasRecoveryCodes || canMailCode) && (
            <ConfirmingPassword email={email} asksCode={false} form={form} isOptional />
          )}
          {hasRecoveryCodes && (
            <TextField
              {...code}
              label={t('methods.recovery.label')}
              binding={bindingOf('recoveryCode')}
              id={`${form}-recoveryCode`}
            />
          )}
          {canMailCode && (
            <TextField
              {...code}
              label={t('methods.confirm.mailed')}
              binding={bindingOf('emailCode')}
              autoComplete="one-time-code"
              id={`${form}-emailCode`}
              hint={
                <Link className="ui-link" href="/account/passkeys#lost" prefetch={false}>
                  {t('methods.confirm.mail')}
                </Link>
              }
            />
          )}
          {!hasRecoveryCodes && !canMailCode && (
            <p className="text-muted">{t('methods.confirm.nothing')}</p>
          )}
        </div>
      </details>
    </div>
  )
}
