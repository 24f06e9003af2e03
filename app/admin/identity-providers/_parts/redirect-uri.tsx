'use client'

import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface RedirectUriProps {
  readonly baseUrl: string
  /** As typed so far. */
  readonly alias: string
}

/** The address to register at the provider. */
export function RedirectUri({ baseUrl, alias }: RedirectUriProps) {
  const t = useTexts()
  const uri = `${baseUrl}/auth/provider/${alias || '…'}/callback`
  return (
    <div className="ui-field">
      <p id="redirect-uri-label" className="ui-label">
        {t('idp.form.redirect_uri')}
      </p>
      <p className="flex items-start gap-2">
        <output
          id="redirect-uri"
          dir="ltr"
          aria-labelledby="redirect-uri-label"
          className="mono min-w-0 text-sm [overflow-wrap:anywhere]"
        >
          {uri}
        </output>
        {alias && <CopyButton value={uri} label={t('idp.form.copy_redirect_uri')} />}
      </p>
      <p className="ui-hint">{t('idp.form.redirect_uri_hint')}</p>
    </div>
  )
}
