import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Area } from '#lib/console/addresses.ts'
import { pageSettings } from '#lib/http/page.ts'
import { Mark } from './mark.tsx'

/**
 * The installation's name, which leads to the start page, with the company's icon. Without one, only the console shows
 * the product's mark: account pages carry no other name than the company's.
 */
export async function ShellBrand({ area }: { readonly area: Area }) {
  const t = await pageTexts()
  const { appName, branding } = await pageSettings()
  return (
    <a
      href="/"
      title={t('console.home')}
      className="flex min-h-6 min-w-0 pointer-coarse:min-h-11 items-center gap-2.5 rounded-field font-semibold leading-4.5"
    >
      {branding.icon ? (
        <img src={branding.icon} alt="" className="size-6.5 shrink-0 rounded-md" />
      ) : (
        area === 'admin' && <Mark />
      )}
      <span className="min-w-0 truncate">{appName}</span>
    </a>
  )
}
