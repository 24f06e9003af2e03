'use client'

import { X } from 'lucide-react'
import { useId } from 'react'
import { Dialog } from '#app/_ui/form/dialog.tsx'
import { useDialog } from '#app/_ui/form/use-dialog.ts'
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
  const dialog = useDialog()
  const { state, keyIdentifier } = signingKey
  return (
    <>
      <button id={`public-key-${state}`} type="button" className="btn btn-sm" {...dialog.opener}>
        {t('settings.keys.public_key')}
      </button>
      <Dialog
        dialog={dialog}
        title={t('settings.keys.public_key_of', { kid: keyIdentifier })}
        isWide
        corner={
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm shrink-0"
            aria-label={t('settings.keys.close')}
            {...dialog.closer}
          >
            <X aria-hidden="true" />
          </button>
        }
      >
        <div className="mt-4">
          <Forms signingKey={signingKey} />
        </div>
      </Dialog>
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
        className="whitespace-pre-wrap rounded-box border border-line bg-canvas p-3 font-mono text-xs [overflow-wrap:anywhere]"
      >
        {text}
      </pre>
    </section>
  )
}
