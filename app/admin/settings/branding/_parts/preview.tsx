'use client'

import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Segment, Segmented } from '#app/_ui/form/segmented.tsx'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type AccentSides, accentVariables, radiiOf } from '#lib/domain/branding/branding-style.ts'
import type { BrandingValues } from '../values.ts'

const pages = ['signIn', 'consent', 'code', 'mail'] as const
const sides = ['light', 'dark'] as const
const devices = ['desktop', 'phone'] as const

/** What the preview shows, made by the server: the pages, and the logo on each side. */
export interface PreviewParts {
  readonly pages: Readonly<Record<(typeof pages)[number], ReactNode>>
  readonly brand: Readonly<Record<(typeof sides)[number], ReactNode>>
  /** Names of the footer's links. */
  readonly footer: Readonly<Record<'help' | 'privacy' | 'terms' | 'status', string>>
}

interface PreviewProps {
  readonly parts: PreviewParts
  /** As typed. */
  readonly values: BrandingValues
  readonly sides: AccentSides | null
  readonly uiTheme: string
}

/** The pages of a sign-in in the typed look; they are inert. */
export function Preview({ parts, values, sides: accent, uiTheme }: PreviewProps) {
  const t = useTexts()
  const hasScripts = useScripts()
  const [page, setPage] = useState<(typeof pages)[number]>('signIn')
  const [side, setSide] = useState<(typeof sides)[number]>('light')
  const [device, setDevice] = useState<(typeof devices)[number]>('desktop')
  const style = { ...(accent && accentVariables(accent[side])), ...radiiOf(values.corners) }
  return (
    <section
      id="preview"
      aria-label={t('settings.branding.preview')}
      className="ui-panel mb-5 overflow-hidden xl:sticky xl:top-4"
    >
      {hasScripts && (
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2.5">
          <Segmented legend={t('settings.branding.preview_page')} isQuiet>
            {pages.map((name) => (
              <Segment
                key={name}
                name="preview-page"
                checked={page === name}
                onChange={() => setPage(name)}
                label={t(`settings.branding.preview_${name}`)}
              />
            ))}
          </Segmented>
          <span className="grow" />
          {!uiTheme && (
            <Segmented legend={t('settings.branding.preview_side')} isQuiet>
              {sides.map((name) => (
                <Segment
                  key={name}
                  name="preview-side"
                  checked={side === name}
                  onChange={() => setSide(name)}
                  label={t(`settings.branding.preview_${name}`)}
                  icon={name === 'light' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
                />
              ))}
            </Segmented>
          )}
          <Segmented legend={t('settings.branding.preview_device')} isQuiet>
            {devices.map((name) => (
              <Segment
                key={name}
                name="preview-device"
                checked={device === name}
                onChange={() => setDevice(name)}
                label={t(`settings.branding.preview_${name}`)}
                icon={
                  name === 'desktop' ? (
                    <Monitor aria-hidden="true" />
                  ) : (
                    <Smartphone aria-hidden="true" />
                  )
                }
              />
            ))}
          </Segmented>
        </div>
      )}
      <div
        inert
        className="ui-preview overflow-hidden bg-canvas p-7 text-base text-ink"
        data-theme={uiTheme || `neutral-${side}`}
        data-device={device}
        style={style as CSSProperties}
      >
        <div className="ui-card mx-auto">
          <div className="ui-card-brand">{parts.brand[side]}</div>
          {parts.pages[page]}
        </div>
        <Footer values={values} names={parts.footer} />
      </div>
    </section>
  )
}

function Footer({
  values,
  names,
}: {
  readonly values: BrandingValues
  readonly names: PreviewParts['footer']
}) {
  const { supportUrl, privacyUrl, termsUrl, statusUrl, footerText } = values
  const links = [
    [names.help, supportUrl],
    [names.privacy, privacyUrl],
    [names.terms, termsUrl],
    [names.status, statusUrl],
  ] as const
  return (
    <div className="mx-auto mt-4 flex max-w-[26.5rem] flex-wrap gap-x-4 gap-y-1 text-muted text-sm [overflow-wrap:anywhere]">
      {links.map(([name, url]) => url.trim() !== '' && <span key={name}>{name}</span>)}
      {footerText.trim() !== '' && (
        <p dir="auto" className="w-full">
          {footerText}
        </p>
      )}
    </div>
  )
}
