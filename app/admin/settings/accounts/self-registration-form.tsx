'use client'

import Link from 'next/link'
import { useWatch } from 'react-hook-form'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { CheckField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { selfRegistrationValues } from './values.ts'

interface SelfRegistrationFormProps {
  readonly action: string
  readonly values: ReturnType<typeof selfRegistrationValues>
  readonly isMailOn: boolean
}

/** Whether people can create an account, and whether they must prove their address first. */
export function SelfRegistrationForm({ action, values, isMailOn }: SelfRegistrationFormProps) {
  const t = useTexts()
  const { field, ...rest } = useConsoleForm({ action, values })
  const isOpen = useWatch({ control: rest.form.control, name: 'selfRegistrationEnabled' })
  return (
    <form {...rest.props}>
      <Section id="self-registration" title={t('settings.registration.self')}>
        <CheckField
          label={t('settings.registration.open')}
          hint={t('settings.registration.open_hint')}
          binding={field('selfRegistrationEnabled')}
        />
        {!isMailOn && isOpen === true && (
          <Notice kind="warning" id="registration-warning">
            {t('settings.registration.without_mail')}
          </Notice>
        )}
        <CheckField
          label={t('settings.registration.verification')}
          hint={
            isMailOn ? (
              t('settings.registration.verification_hint')
            ) : (
              <>
                {t('settings.registration.verification_without_mail')}{' '}
                <Link href="/admin/settings/email" prefetch={false} className="text-link">
                  {t('settings.registration.set_up_mail')}
                </Link>
              </>
            )
          }
          binding={field('selfRegistrationRequiresEmailVerification')}
        />
      </Section>
      <FormFooter {...rest} label={t('console.save')} />
    </form>
  )
}
