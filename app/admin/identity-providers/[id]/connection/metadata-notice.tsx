import { Notice } from '#app/_ui/feedback/notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { MetadataFault } from '#app/admin/identity-providers/_parts/metadata-fault.ts'

interface MetadataNoticeProps {
  readonly fault: MetadataFault
  readonly issuer: string
}

/** Says that a provider was saved although its metadata could not be read, and leads to the check. */
export async function MetadataNotice({ fault, issuer }: MetadataNoticeProps) {
  const t = await pageTexts()
  return (
    <Notice kind="warning" id="metadata-notice" alert className="mb-5">
      <p className="font-semibold break-words">{t(`idp.saved_but.${fault}`, { issuer })}</p>
      <p>
        {t('idp.saved_but.until')}{' '}
        <a href="#check" className="ui-inline-link">
          {t('idp.check.title')}
        </a>
      </p>
    </Notice>
  )
}
