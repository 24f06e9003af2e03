'use client'

import { RefreshCw } from 'lucide-react'
import { useFormStatus } from 'react-dom'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface RotateKeysProps {
  /** `kid` of the key that the rotation removes; '' if there is none. */
  readonly previousKid: string
}

/** Rotates the keys, after a warning about the tokens concerned. */
export function RotateKeys({ previousKid }: RotateKeysProps) {
  const t = useTexts()
  return (
    <Confirm
      id="rotate-keys"
      action="/admin/settings/keys/submit/rotate"
      triggerClass="btn btn-primary btn-sm"
      trigger={
        <>
          <RefreshCw aria-hidden="true" />
          {t('settings.keys.rotate')}
        </>
      }
      title={t('settings.keys.rotate_title')}
      body={
        <>
          <p>{t('settings.keys.rotate_body')}</p>
          {previousKid && (
            <p className="mt-3 font-medium text-ink">
              {t('settings.keys.rotate_loses', { kid: previousKid })}
            </p>
          )}
        </>
      }
      confirm={t('settings.keys.rotate')}
      tone={previousKid ? 'danger' : 'primary'}
      progress={<Generating />}
    />
  )
}

/** Says why the rotation takes seconds. */
function Generating() {
  const t = useTexts()
  const { pending } = useFormStatus()
  return (
    <div role="status">
      {pending && (
        <div className="mb-5">
          <p className="mb-2 text-sm">{t('settings.keys.generating')}</p>
          <progress className="progress w-full" aria-label={t('settings.keys.generating')} />
        </div>
      )}
    </div>
  )
}

interface RevokeKeyProps {
  readonly signingKey: { readonly id: number; readonly keyIdentifier: string }
}

/** Deletes the previous key, after a warning about its tokens. */
export function RevokeKey({ signingKey: { id, keyIdentifier } }: RevokeKeyProps) {
  const t = useTexts()
  return (
    <Confirm
      id="revoke-key"
      action={`/admin/settings/keys/submit/revoke/${id}`}
      trigger={t('settings.keys.revoke')}
      title={t('settings.keys.revoke_title')}
      body={t('settings.keys.revoke_body', { kid: keyIdentifier })}
      confirm={t('settings.keys.revoke')}
    />
  )
}
