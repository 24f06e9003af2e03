'use client'

import Link from 'next/link'
import { useMemo } from 'react'
import { boolean, object, refine, string } from 'zod/mini'
import { CheckField, TextAreaField, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { Inactive } from './inactive.tsx'
import { PageSection } from './page-section.tsx'
import { PasswordsSection } from './passwords-section.tsx'
import { type RecommendedSignIn, recommendedSignIn } from './recommended.ts'
import { isDayCount } from './values.ts'

const domain = /^(localhost|([a-z0-9-]+\.)+[a-z][a-z0-9-]*)$/i

interface SignInSettingsFormProps {
  readonly action: string
  readonly values: {
    readonly passkeysEnabled: boolean
    readonly passkeyOfferEnabled: boolean
    readonly passkeyRelyingPartyId: string
    readonly recoveryCodesEnabled: boolean
    readonly rememberBrowserDays: string
    readonly newSignInNoticeEnabled: boolean
    readonly identityProvidersEnabled: boolean
    readonly registrationAllowedEmailDomains: string
    readonly registrationBlockedEmailDomains: string
    readonly registrationTrapFieldEnabled: boolean
    readonly breachedPasswordCheck: string
    readonly breachedPasswordService: string
    readonly accountChooserEnabled: boolean
    readonly signInPage: string
  }
  /** The host of the public address. */
  readonly host: string
  readonly passkeys: number
  readonly passkeysOfOtherDomains: number
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
  const t = useTexts()
  const hasScripts = useScripts()
  const schema = useMemo(
    () =>
      object({
        passkeysEnabled: boolean(),
        passkeyOfferEnabled: boolean(),
        passkeyRelyingPartyId: string().check(
          refine(
            (text) => text.trim() === '' || domain.test(text.trim()),
            t('methods.settings.bad_domain'),
          ),
        ),
        recoveryCodesEnabled: boolean(),
        rememberBrowserDays: string().check(
          refine(
            (text) => text.trim() !== '' && isDayCount(Number(text)),
            t('methods.settings.bad_days'),
          ),
        ),
        newSignInNoticeEnabled: boolean(),
        identityProvidersEnabled: boolean(),
        registrationAllowedEmailDomains: string(),
        registrationBlockedEmailDomains: string(),
        registrationTrapFieldEnabled: boolean(),
        breachedPasswordCheck: string(),
        breachedPasswordService: string(),
        accountChooserEnabled: boolean(),
        signInPage: string(),
      }),
    [t],
  )
  const { field, ...rest } = useConsoleForm({ action, schema, values })
  const recommend = () => {
    const values = { ...recommendedSignIn, rememberBrowserDays: '30' }
    for (const [name, value] of Object.entries(values)) {
      rest.form.setValue(name as RecommendedSignIn, value, { shouldDirty: true })
    }
  }
  return (
    <form {...rest.props} className="max-w-240">
      {hasScripts && (
        <p className="mb-4">
          <button id="recommended" type="button" className="btn btn-sm" onClick={recommend}>
            {t('methods.settings.recommended')}
          </button>
        </p>
      )}
      <PasswordsSection
        check={field('breachedPasswordCheck')}
        service={field('breachedPasswordService')}
        inactive={inactive.breachedPasswordCheck}
      />
      <Section
        id="passkeys"
        title={t('methods.settings.passkeys')}
        intro={t('methods.settings.passkeys_intro')}
      >
        <CheckField
          label={t('methods.settings.allow')}
          hint={
            <>
              {t('methods.settings.existing', { count: passkeys })}
              {passkeysOfOtherDomains > 0 && (
                <span className="block">
                  {t('methods.settings.elsewhere', { count: passkeysOfOtherDomains })}
                </span>
              )}
              <Inactive text={inactive.passkeys} />
            </>
          }
          binding={field('passkeysEnabled')}
        />
        <CheckField
          label={t('methods.settings.offer')}
          hint={
            <>
              {t('methods.settings.offer_hint')}
              <Inactive text={inactive.passkeyOffer} />
            </>
          }
          binding={field('passkeyOfferEnabled')}
        />
        <TextField
          label={t('methods.settings.domain')}
          hint={t('methods.settings.domain_hint', { host })}
          binding={field('passkeyRelyingPartyId')}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          className="max-w-sm font-mono"
        />
      </Section>
      <Section
        id="two-step"
        title={t('methods.settings.two_step')}
        intro={t('methods.settings.two_step_intro')}
      >
        <CheckField
          label={t('methods.settings.recovery')}
          hint={t('methods.settings.recovery_hint')}
          binding={field('recoveryCodesEnabled')}
        />
        <TextField
          label={t('methods.settings.remember')}
          hint={t('methods.settings.remember_hint')}
          binding={field('rememberBrowserDays')}
          inputMode="numeric"
          dir="ltr"
          className="max-w-24"
        />
      </Section>
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
      <Section
        id="registration"
        title={t('methods.settings.registration')}
        intro={t('methods.settings.registration_intro')}
      >
        <TextAreaField
          label={t('methods.settings.allowed')}
          hint={t('methods.settings.allowed_hint')}
          binding={field('registrationAllowedEmailDomains')}
          rows={3}
          dir="ltr"
          className="font-mono"
        />
        <TextAreaField
          label={t('methods.settings.blocked')}
          binding={field('registrationBlockedEmailDomains')}
          rows={3}
          dir="ltr"
          className="font-mono"
        />
        <CheckField
          label={t('methods.settings.trap')}
          hint={t('methods.settings.trap_hint')}
          binding={field('registrationTrapFieldEnabled')}
        />
      </Section>
      <PageSection asks={field('signInPage')} chooser={field('accountChooserEnabled')} />
      <FormFooter {...rest} label={t('console.save')} />
    </form>
  )
}
