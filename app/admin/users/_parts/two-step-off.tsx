import { KeyRound, Mail, UserRoundCheck } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface TwoStepOffProps {
  readonly user: { readonly id: number; readonly email: string }
}

/** Turns a user's two-step sign-in off, after a question. */
export async function TwoStepOff({ user: { id, email } }: TwoStepOffProps) {
  const t = await pageTexts()
  return (
    <Confirm
      id="otp-off"
      action={`/admin/users/${id}/authentication/submit/otp-off`}
      trigger={t('users.otp.switch_off')}
      title={t('users.otp.confirm_title', { email })}
      body={
        <Consequences
          lines={[
            [KeyRound, t('users.otp.confirm_alone')],
            [UserRoundCheck, t('users.otp.confirm_sure')],
            [Mail, t('users.otp.confirm_told')],
          ]}
        />
      }
      confirm={t('users.otp.switch_off')}
    />
  )
}
