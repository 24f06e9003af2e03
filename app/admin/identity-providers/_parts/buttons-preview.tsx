import { Panel } from '#app/_ui/layout/panel.tsx'
import { ProviderMark } from '#app/_ui/provider/provider-mark.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Provider } from './provider-page-data.ts'

interface ButtonsPreviewProps {
  readonly providers: readonly Provider[]
}

/** The buttons as the sign-in page shows them. */
export async function ButtonsPreview({ providers }: ButtonsPreviewProps) {
  const t = await pageTexts()
  const shown = providers.filter(({ enabled, shownOnSignIn }) => enabled && shownOnSignIn)
  return (
    <Panel id="preview" title={t('idp.preview')}>
      {shown.length === 0 ? (
        <p className="text-muted">{t('idp.preview_none')}</p>
      ) : (
        <>
          <p className="ui-or mb-3">{t('methods.or')}</p>
          <ul className="grid gap-2">
            {shown.map(({ id, preset, displayName }) => (
              <li key={id} className="btn btn-block pointer-events-none h-auto min-h-9 py-1.5">
                <ProviderMark preset={preset} name={displayName} />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {t('providers.continue', { name: displayName })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
