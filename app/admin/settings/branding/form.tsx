'use client'

import Link from 'next/link'
import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { Segment, Segmented } from '#app/_ui/form/segmented.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { Colors } from './_parts/colors.tsx'
import { Contrasts } from './_parts/contrasts.tsx'
import { Links } from './_parts/links.tsx'
import { Preview, type PreviewParts } from './_parts/preview.tsx'
import { type ShownAccent, useAccent } from './_parts/use-accent.ts'
import { brandingProblems } from './problems.ts'
import { brandingSchema } from './schema.ts'
import type { BrandingValues } from './values.ts'

const corners = ['theme', 'square', 'soft', 'round'] as const

interface BrandingFormProps {
  readonly action: string
  readonly values: BrandingValues
  readonly language: string
  readonly uiTheme: string
  /** Of the stored colors. */
  readonly accent: ShownAccent
  readonly preview: PreviewParts
  /** The images, which have forms of their own. */
  readonly images: ReactNode
}

/** Colors, corners, links and the footer of every page and message, beside a preview of what is typed. */
export function BrandingForm(props: BrandingFormProps) {
  const { action, values, language, uiTheme, preview, images } = props
  const t = useTexts()
  const schema = useMemo(() => brandingSchema(brandingProblems(t)), [t])
  const { field, form, ...rest } = useConsoleForm<BrandingValues>({ action, schema, values })
  const typed = { ...values, ...useWatch({ control: form.control }) }
  const accent = useAccent({ ...typed, uiTheme }, props.accent)
  const { initial, error: _, ...cornersInput } = field('corners')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-5 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <div>
        {images}
        <form {...rest.props}>
          <Panel
            id="color"
            title={t('settings.branding.color')}
            intro={t('settings.branding.color_intro')}
          >
            <div className="grid gap-5">
              <Colors
                primary={field('primaryColor')}
                dark={field('primaryColorDark')}
                chosen={typed.primaryColor}
                onChoose={(color) =>
                  form.setValue('primaryColor', color, { shouldDirty: true, shouldValidate: true })
                }
              />
              <Contrasts rows={accent.contrasts} language={language} />
              <Segmented legend={t('settings.branding.corners')}>
                {corners.map((style) => (
                  <Segment
                    key={style}
                    {...cornersInput}
                    id={`corners-${style}`}
                    value={style}
                    defaultChecked={initial === style}
                    label={t(`settings.branding.corners_${style}`)}
                  />
                ))}
              </Segmented>
              <p>
                <Link href="/admin/settings/ui-theme" prefetch={false} className="ui-inline-link">
                  {t('settings.branding.to_themes')}
                </Link>
              </p>
            </div>
          </Panel>
          <Panel
            id="links"
            title={t('settings.branding.links')}
            intro={t('settings.branding.links_intro')}
          >
            <div className="grid gap-5">
              <Links field={field} />
            </div>
          </Panel>
          <FormFooter {...rest} label={t('console.save')} />
        </form>
      </div>
      <Preview parts={preview} values={typed} sides={accent.sides} uiTheme={uiTheme} />
    </div>
  )
}
