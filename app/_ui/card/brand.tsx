import type { FaintLogos } from '#lib/domain/branding/logo-contrast.ts'
import { darkThemes } from '#lib/domain/branding/themes.ts'
import { pageSettings, pageTheme } from '#lib/http/page.ts'
import { logoTiles } from './logo-tiles.ts'

/**
 * Names the company that runs this server, by its logo or else by its name: the top of its pages carries no other name.
 */
export async function Brand() {
  const { appName, branding } = await pageSettings()
  const { logoLight, logoDark, faint } = branding
  return (
    <header className="ui-card-brand">
      {logoLight || logoDark ? (
        <Logo light={logoLight} dark={logoDark} faint={faint} name={appName} />
      ) : (
        <span className="min-w-0 [overflow-wrap:anywhere]">{appName}</span>
      )}
    </header>
  )
}

interface LogoProps {
  /** '' for none, as the other one, but one of them is there. */
  readonly light: string
  readonly dark: string
  readonly faint: FaintLogos
  readonly name: string
}

/** The logo for the side of the page's theme; without a theme, for the side that the visitor's system asks for. */
async function Logo({ light, dark, faint, name }: LogoProps) {
  const theme = await pageTheme()
  const isDark = theme === 'neutral-dark' || darkThemes.some((known) => known === theme)
  return (
    <picture className="min-w-0">
      {theme === '' && <source srcSet={dark || light} media="(prefers-color-scheme: dark)" />}
      <img
        src={(isDark ? dark : light) || light || dark}
        alt={name}
        className={`${logoTiles({ light, dark }, faint)} h-7 w-auto max-w-full object-contain object-left rtl:object-right`}
      />
    </picture>
  )
}
