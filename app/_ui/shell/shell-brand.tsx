import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { Mark } from './mark.tsx'

/** The installation's name, which leads to the start page. */
export async function ShellBrand() {
  const t = await pageTexts()
  const { appName } = await pageSettings()
  return (
    <a
      href="/"
      title={t('console.home')}
      className="flex min-w-0 pointer-coarse:min-h-11 items-center gap-2.5 rounded-field font-semibold leading-4.5"
    >
      <Mark />
      <span className="min-w-0 truncate">{appName}</span>
    </a>
  )
}
