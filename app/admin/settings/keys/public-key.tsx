'use client'

import { X } from 'lucide-react'
import { Dialog } from '#app/_ui/form/dialog.tsx'
import { useDialog } from '#app/_ui/form/use-dialog.ts'
import { CodeBlock } from '#app/_ui/text/code-block.tsx'
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
        <div className="mt-4 grid gap-4">
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
  return forms.map(([name, copy, text]) => (
    <CodeBlock key={name} name={<h3>{name}</h3>} code={text} copyLabel={copy} isWrapping />
  ))
}
