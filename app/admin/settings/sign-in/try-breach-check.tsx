import { Panel } from '#app/_ui/layout/panel.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

/** Tries the saved check of breached passwords with a well-known password. */
export async function TryBreachCheck() {
  const t = await pageTexts()
  return (
    <div className="mb-6 max-w-240">
      <Panel
        id="try-breached"
        title={t('methods.settings.breached')}
        intro={t('methods.settings.try_hint')}
      >
        <div className="flex">
          <ClientTexts>
            <RowAction
              id="try-breached-check"
              action="/admin/settings/sign-in/submit/try"
              label={t('methods.settings.try')}
              name={t('methods.settings.try')}
            />
          </ClientTexts>
        </div>
      </Panel>
    </div>
  )
}
