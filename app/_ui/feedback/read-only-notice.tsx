import { pageTexts } from '#app/_ui/text/texts.ts'
import { Notice } from './notice.tsx'

/** Shown above the values of a record that the visitor may read but not change. */
export async function ReadOnlyNotice() {
  const t = await pageTexts()
  return (
    <Notice kind="info" id="read-only" className="mb-5">
      {t('console.read_only')}
    </Notice>
  )
}
