import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import type { ConfirmedBy } from './factor-form.tsx'
import { NewCodes } from './new-codes.tsx'

/** So few codes are a reason to make new ones. */
const fewCodes = 3

interface RecoveryProps {
  readonly confirmedBy: ConfirmedBy
  /** A second factor that the codes stand in for. */
  readonly hasFactor: boolean
}

/** How many recovery codes are left, and the way to new ones. */
export async function Recovery({ confirmedBy, hasFactor }: RecoveryProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { recoveryCodesEnabled } = await pageSettings()
  if (!recoveryCodesEnabled) return null
  const codes = await api.getOwnRecoveryCodes()
  if (!hasFactor) {
    return (
      <Panel id="recovery" title={t('methods.own.recovery')} intro={t('methods.own.no_factor')} />
    )
  }
  const left = `${t('methods.own.left', { left: codes.left })}. ${t('methods.own.make_body')}`
  return (
    <Panel
      id="recovery"
      title={t('methods.own.recovery')}
      intro={codes.madeAt ? left : t('methods.codes.text')}
    >
      {codes.madeAt && codes.left <= fewCodes && (
        <Notice kind="warning" className="mb-4">
          {t('methods.own.few', { left: codes.left })}
        </Notice>
      )}
      <NewCodes
        {...confirmedBy}
        action="/account/passkeys/submit/codes"
        id="codes-make"
        label={t('methods.own.make')}
      />
    </Panel>
  )
}
