'use client'

import Link from 'next/link'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { CheckField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { BreachesSection } from './breaches-section.tsx'
import { Inactive } from './inactive.tsx'
import { PageSection } from './page-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { recommendedSignIn } from './recommended.ts'
import { signInSchema } from './schema.ts'
import { TwoStepSection } from './two-step-section.tsx'
import { leftWithoutWay, type SignInSettings, type SignInValues } from './values.ts'

interface SignInSettingsFormProps {
  readonly action: string
  readonly values: SignInValues
  /** The host of the public address. */
  readonly host: string
  readonly passkeys: number
  readonly passkeysOfOtherDomains: number
  readonly usersWithoutPassword: SignInSettings['usersWithoutPassword']
  /** Why a feature that is on has no effect, as a sentence. */
  readonly inactive: Readonly<
    Partial<
      Record<'passkeys' | 'passkeyOffer' | 'newSignInNotice' | 'breachedPasswordCheck', string>
    >
  >
}

/** Switches of the ways to sign in. */
export function SignInSettingsForm(props: SignInSettingsFormProps) {
  const { action, values, host, passkeys, passkeysOfOtherDomains, inactive } = props
  const { usersWithoutPassword } = props
  const t = useTexts()
  const hasScripts = useScripts()
  const schema = useMemo(() => signInSchema(t), [t])
  const { field, fill, ...form } = useConsoleForm({ action, schema, values })
  const domain = useWatch({ control: form.form.control, name: 'passkeyRelyingPartyId' })
  const isMoved = domain !== undefined && domain.trim() !== values.passkeyRelyingPartyId
  const { control } = form.form
  const left = leftWithoutWay(
    { ...values, usersWithoutPassword },
    {
      passkeysEnabled: useWatch({ control, name: 'passkeysEnabled' }) ?? values.passkeysEnabled,
      identityProvidersEnabled:
        useWatch({ control, name: 'identityProvidersEnabled' }) ?? values.identityProvidersEnabled,
    },
  )
  const recommend = () => fill({ ...recommendedSignIn, rememberBrowserDays: '30' })
  return (
    <form {...form.props}>
      {hasScripts && (
        <p className="mb-4">
          <button id="recommended" type="button" className="btn btn-sm" onClick={recommend}>
            {t('methods.settings.recommended')}
          </button>
        </p>
      )}
      <BreachesSection
        check={field('breachedPasswordCheck')}
        service={field('breachedPasswordService')}
        inactive={inactive.breachedPasswordCheck}
      />
      <PasskeysSection
        field={field}
        host={host}
        passkeys={passkeys}
        passkeysOfOtherDomains={passkeysOfOtherDomains}
        asksToConfirm={isMoved || !hasScripts}
        inactive={inactive}
      />
      <TwoStepSection field={field} />
      <Section id="providers" title={t('methods.settings.providers')}>
        <CheckField
          label={t('methods.settings.providers_allow')}
          hint={
            <>
              {t('methods.settings.providers_hint')}{' '}
              <Link href="/admin/identity-providers" prefetch={false} className="ui-inline-link">
                {t('methods.settings.providers')}
              </Link>
            </>
          }
          binding={field('identityProvidersEnabled')}
        />
      </Section>
      <Section id="notices" title={t('methods.settings.notices')}>
        <CheckField
          label={t('methods.settings.new_sign_in')}
          hint={
            <>
              {t('methods.settings.new_sign_in_hint')}
              <Inactive text={inactive.newSignInNotice} />
            </>
          }
          binding={field('newSignInNoticeEnabled')}
        />
      </Section>
      <Section id="registration" title={t('settings.registration.title')}>
        <p>
          <Link href="/admin/settings/accounts" prefetch={false} className="ui-inline-link">
            {t('settings.registration.who')}
          </Link>
        </p>
      </Section>
      <PageSection asks={field('signInPage')} chooser={field('accountChooserEnabled')} />
      {left > 0 && (
        <Section id="leave" title={t('methods.settings.leave')}>
          <CheckField
            label={t('methods.settings.leave_confirm')}
            hint={t('methods.settings.leave_confirm_hint', { count: left })}
            binding={field('leaveConfirmed')}
          />
        </Section>
      )}
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}
