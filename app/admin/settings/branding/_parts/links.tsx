'use client'

import type { FieldPath } from 'react-hook-form'
import { type FieldBinding, TextField } from '#app/_ui/form/fields.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { BrandingValues } from '../values.ts'

const address = {
  dir: 'ltr',
  inputMode: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

interface LinksProps {
  readonly field: (name: FieldPath<BrandingValues>) => FieldBinding
}

/** The links and the line at the foot of every page. */
export function Links({ field }: LinksProps) {
  const t = useTexts()
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('settings.branding.support')}
          hint={t('settings.branding.support_hint')}
          binding={field('supportUrl')}
          {...address}
        />
        <TextField
          label={t('settings.branding.privacy')}
          binding={field('privacyUrl')}
          {...address}
        />
        <TextField label={t('settings.branding.terms')} binding={field('termsUrl')} {...address} />
        <TextField
          label={t('settings.branding.status')}
          binding={field('statusUrl')}
          {...address}
        />
      </div>
      <TextField
        label={t('settings.branding.footer')}
        hint={t('settings.branding.footer_hint')}
        binding={field('footerText')}
      />
    </>
  )
}
