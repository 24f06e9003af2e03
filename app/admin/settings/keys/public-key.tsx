'use client'

import { X } from 'lucide-react'
import { type MouseEvent, useId, useRef } from 'react'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface PublicKeyProps {
  readonly signingKey: {
    readonly state: string
    readonly keyIdentifier: string
    readonly publicKeyPEM: string
    readonly publicKeyASN1DER: string
    readonly publicKeyJWK: string
  }
}

/** A button that shows a public key in three formats to copy. */
export function PublicKey({ signingKey }: PublicKeyProps) {
  const t = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const dialogId = useId()
  const { state, keyIdentifier } = signingKey
  const open = (event: MouseEvent) => {
    // Does the same as the attributes below, which work without scripts.
    event.preventDefault()
    dialog.current?.showModal()
  }
  return (
    <>
      <button
        id={`public-key-${state}`}
        type="button"
        className="btn btn-sm"
        aria-haspopup="dialog"
        onClick={open}
        {...{ commandfor: dialogId, command: 'show-modal' }}
      >
        {t('settings.keys.public_key')}
      </button>
      <dialog
        ref={dialog}
        id={dialogId}
        aria-labelledby={`${dialogId}-title`}
        className="m-auto max-h-[90dvh] w-[min(44rem,calc(100vw-2rem))] rounded-box border border-line bg-base-100 p-6 text-start text-base-content shadow-2xl backdrop:bg-black/50"
      >
        <div className="mb-5 flex items-start justify-between gap-3">
          <h2
            id={`${dialogId}-title`}
            className="min-w-0 font-semibold text-lg [overflow-wrap:anywhere]"
          >
            {t('settings.keys.public_key_of', { kid: keyIdentifier })}
          </h2>
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm shrink-0"
            aria-label={t('settings.keys.close')}
            onClick={() => dialog.current?.close()}
            {...{ commandfor: dialogId, command: 'close' }}
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        </div>
        <Forms signingKey={signingKey} />
      </dialog>
    </>
  )
}

function Forms({ signingKey }: PublicKeyProps) {
  const t = useTexts()
  const { publicKeyPEM, publicKeyASN1DER, publicKeyJWK } = signingKey
  const jwk = JSON.stringify(JSON.parse(publicKeyJWK), null, 2)
  const forms = [
    [t('settings.keys.pem'), t('settings.keys.copy_pem'), publicKeyPEM.trim()],
    [t('settings.keys.jwk'), t('settings.keys.copy_jwk'), jwk],
    [t('settings.keys.der'), t('settings.keys.copy_der'), publicKeyASN1DER],
  ] as const
  return forms.map(([name, copy, text]) => <Form key={name} name={name} copy={copy} text={text} />)
}

interface FormProps {
  readonly name: string
  /** Accessible name of the copy button. */
  readonly copy: string
  readonly text: string
}

function Form({ name, copy, text }: FormProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-5 last:mb-0">
      <div className="mb-1.5 flex items-center gap-2">
        <h3 id={id} className="font-medium text-sm">
          {name}
        </h3>
        <CopyButton value={text} label={copy} />
      </div>
      <pre
        dir="ltr"
        className="whitespace-pre-wrap rounded-field border border-line bg-base-200 p-3 font-mono text-xs [overflow-wrap:anywhere]"
      >
        {text}
      </pre>
    </section>
  )
}
