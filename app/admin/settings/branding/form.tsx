'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import type { FieldPath } from 'react-hook-form'
import type { z } from 'zod'
import { type FieldBinding, SelectField, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { useBrandingSchema } from './schema.ts'

type Values = z.input<ReturnType<typeof useBrandingSchema>>
type Field = (name: FieldPath<Values>) => FieldBinding

const corners = ['theme', 'square', 'soft', 'round'] as const
const address = {
  dir: 'ltr',
  inputMode: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

interface BrandingFormProps {
  readonly action: string
  readonly values: Values
  /** How the stored colors are shown. */
  readonly contrast: ReactNode
}

/** Colors, corners, links and the footer of every page and message. */
export function BrandingForm({ action, values, contrast }: BrandingFormProps) {
  const t = useTexts()
  const schema = useBrandingSchema()
  const { field, ...rest } = useConsoleForm<Values>({ action, schema, values })
  return (
    <form {...rest.props} className="max-w-240">
      <Section
        id="color"
        title={t('settings.branding.color')}
        intro={t('settings.branding.color_intro')}
      >
        <Colors field={field} />
        {contrast}
        <SelectField
          label={t('settings.branding.corners')}
          binding={field('corners')}
          className="max-w-xs"
        >
          {corners.map((style) => (
            <option key={style} value={style}>
              {t(`settings.branding.corners_${style}`)}
            </option>
          ))}
        </SelectField>
        <p>
          <Link href="/admin/settings/ui-theme" prefetch={false} className="ui-inline-link">
            {t('settings.branding.to_themes')}
          </Link>
        </p>
      </Section>
      <Section
        id="links"
        title={t('settings.branding.links')}
        intro={t('settings.branding.links_intro')}
      >
        <Links field={field} />
      </Section>
      <FormFooter {...rest} label={t('console.save')} />
    </form>
  )
}

function Colors({ field }: { readonly field: Field }) {
  const t = useTexts()
  const optional = t('console.optional')
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t('settings.branding.primary')}
        hint={t('settings.branding.primary_hint')}
        optional={optional}
        binding={field('primaryColor')}
        {...address}
        inputMode="text"
        className="font-mono"
      />
      <TextField
        label={t('settings.branding.primary_dark')}
        hint={t('settings.branding.primary_dark_hint')}
        optional={optional}
        binding={field('primaryColorDark')}
        {...address}
        inputMode="text"
        className="font-mono"
      />
    </div>
  )
}

function Links({ field }: { readonly field: Field }) {
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
