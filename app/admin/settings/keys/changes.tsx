'use client'

import { Check, LogOut, RefreshCw } from 'lucide-react'
import { useFormStatus } from 'react-dom'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { RetypeInput } from '#app/_ui/form/retype-input.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { rotateWord } from './rotate-word.ts'
import { type Rotation, RotationPicture } from './rotation-picture.tsx'

interface RotateKeysProps {
  readonly keys: Rotation
  /** People whose refresh tokens end with the key that goes. */
  readonly users: number
}

/** Rotates the keys. While refresh tokens depend on the key that goes, a word has to be typed. */
export function RotateKeys({ keys, users }: RotateKeysProps) {
  const t = useTexts()
  const isLoss = users > 0
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
          <RotationPicture keys={keys} />
          <p className="mb-3">{t('settings.keys.rotate_body')}</p>
          <Losses users={users} />
        </>
      }
      confirm={t('settings.keys.rotate')}
      tone={isLoss ? 'danger' : 'primary'}
      progress={<Generating />}
    >
      {isLoss && <RetypeInput name="word" identifier={rotateWord} />}
    </Confirm>
  )
}

/** The users and applications that notice a deleted key. */
function Losses({ users }: Pick<RotateKeysProps, 'users'>) {
  const t = useTexts()
  return (
    <Consequences
      lines={
        users > 0
          ? [
              [LogOut, t('settings.keys.lose_people', { count: users })],
              [Check, t('settings.keys.lose_others')],
            ]
          : [[Check, t('settings.keys.lose_nobody')]]
      }
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
  readonly users: number
}

/** Deletes the previous key, after a warning about its tokens. */
export function RevokeKey({ signingKey: { id, keyIdentifier }, users }: RevokeKeyProps) {
  const t = useTexts()
  return (
    <Confirm
      id="revoke-key"
      action={`/admin/settings/keys/submit/revoke/${id}`}
      trigger={t('settings.keys.revoke')}
      title={t('settings.keys.revoke_title')}
      body={
        <>
          <p className="mb-3">{t('settings.keys.revoke_body', { kid: keyIdentifier })}</p>
          <Losses users={users} />
        </>
      }
      confirm={t('settings.keys.revoke')}
    />
  )
}
