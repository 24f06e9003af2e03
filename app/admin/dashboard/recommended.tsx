import { Panel } from '#app/_ui/layout/panel.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { missingFeatures } from './recommended-features.ts'

/** Features that show on pages or in answers, and are therefore off at first: all on in one step. */
export async function Recommended() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const [signIn, protocol] = await Promise.all([api.getSignInSettings(), api.getProtocolSettings()])
  const missing = missingFeatures(signIn, protocol)
  if (missing.length === 0) return null
  const names = {
    passkeysEnabled: t('methods.settings.allow'),
    passkeyOfferEnabled: t('methods.settings.offer'),
    recoveryCodesEnabled: t('methods.settings.recovery'),
    rememberBrowserDays: t('methods.remember.title'),
    newSignInNoticeEnabled: t('methods.settings.new_sign_in'),
    breachedPasswordCheck: t('methods.settings.refuse_breached'),
    authorizationResponseIssEnabled: t('settings.protocol.iss'),
  }
  return (
    <Panel
      id="recommended"
      title={t('dashboard.first.recommended')}
      intro={t('dashboard.first.recommended_hint')}
    >
      <ul className="mb-4 list-disc ps-5 text-sm">
        {missing.map((name) => (
          <li key={name}>{names[name]}</li>
        ))}
      </ul>
      <div className="flex">
        <ClientTexts>
          <RowAction
            id="turn-on-recommended"
            action="/admin/dashboard/submit/recommended"
            label={t('dashboard.first.turn_on')}
            name={t('dashboard.first.turn_on')}
          />
        </ClientTexts>
      </div>
    </Panel>
  )
}
