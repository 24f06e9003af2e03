import './globals.css'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'
import { FailureTexts } from '#app/_ui/text/failure-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageLanguage, pageSettings, pageTheme } from '#lib/http/page.ts'
import { directionOf } from '#lib/i18n/languages.ts'

/** The file that nearly every page needs, loaded early. `globals.css` holds the other scripts. */
const latin = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-latin',
  weight: '100 900',
  adjustFontFallback: false,
})

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

/** The company's icon, or the program's own. */
export async function generateMetadata(): Promise<Metadata> {
  const { icon } = (await pageSettings()).branding
  return { icons: icon ? { icon, apple: icon } : { icon: '/icon.svg' } }
}

/** The document around every page, with language, direction and theme. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const language = await pageLanguage()
  const theme = await pageTheme()
  const { branding } = await pageSettings()
  const t = await pageTexts()
  const failure = {
    title: t('pages.failure.title'),
    message: t('pages.failure.message'),
    retry: t('pages.failure.retry'),
  }
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-theme={theme || undefined}
      className={latin.variable}
    >
      {branding.style && (
        <head>
          <style>{branding.style}</style>
        </head>
      )}
      <body>
        <FailureTexts texts={failure}>{children}</FailureTexts>
      </body>
    </html>
  )
}
