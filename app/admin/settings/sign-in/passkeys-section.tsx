import { CheckField, TextField } from '#app/_ui/form/fields.tsx'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { Inactive } from './inactive.tsx'
import type { SignInSectionProps } from './values.ts'

interface PasskeysSectionProps extends SignInSectionProps {
  /** The host of the public address. */
  readonly host: string
  readonly passkeys: number
  readonly passkeysOfOtherDomains: number
  /** The domain is another one than the stored one, or may become so. */
  readonly asksToConfirm: boolean
  readonly inactive: { readonly passkeys?: string; readonly passkeyOffer?: string }
}

/** Passkeys, where people are asked to make one, and the domain that they are bound to. */
export function PasskeysSection(props: PasskeysSectionProps) {
  const { field, host, passkeys, passkeysOfOtherDomains, asksToConfirm, inactive } = props
  const t = useTexts()
  return (
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
      {passkeys > 0 && asksToConfirm && (
        <CheckField
          label={t('methods.settings.domain_confirm')}
          hint={t('methods.settings.domain_confirm_hint')}
          binding={field('domainConfirmed')}
        />
      )}
    </Section>
  )
}
