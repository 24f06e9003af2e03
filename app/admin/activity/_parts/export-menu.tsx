import { Download } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { exportAddress, exportFormats, type Filter } from './filter.ts'

/** Downloads everything that the filter holds. */
export async function ExportMenu({ filter }: { readonly filter: Filter }) {
  const t = await pageTexts()
  return (
    <span className="print:hidden">
      <button id="export" type="button" className="btn btn-sm" popoverTarget="export-menu">
        <Download aria-hidden="true" />
        {t('list.export')}
      </button>
      <div id="export-menu" popover="auto" className="ui-menu">
        {exportFormats.map((format) => (
          <a key={format} href={exportAddress(filter, format)} download>
            {t(`activity.export.${format}`)}
          </a>
        ))}
        <p className="ui-menu-title">{t('activity.export.hint')}</p>
      </div>
    </span>
  )
}
