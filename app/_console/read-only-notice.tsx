import { Notice } from '../_components/notice.tsx'
import { pageTexts } from '../_components/texts.ts'

/** Shown above the values of a record that the visitor may read but not change. */
export async function ReadOnlyNotice() {
  const t = await pageTexts()
  return (
    <Notice kind="info" id="read-only" className="mb-6">
      {t('console.read_only')}
    </Notice>
  )
}
