import { AccountChip } from '#app/_ui/card/account-chip.tsx'
import { CardPage } from '#app/_ui/card/card-page.tsx'
import { ClientName } from '#app/_ui/card/client-name.tsx'
import { ClientTitle } from '#app/_ui/card/client-title.tsx'
import { FormAlert } from '#app/_ui/card/form-alert.tsx'
import { RestartForm } from '#app/_ui/card/restart-form.tsx'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ConsentForm } from '#app/views/consent/form.tsx'
import { byRisk } from '#app/views/consent/risk.ts'
import { ScopeGroups } from '#app/views/consent/scope-groups.tsx'
import { viewData } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'
import { DeviceFacts } from './device-facts.tsx'

/**
 * Asks whether a device is the one in front of the visitor, and what it may do (`/auth/consent`). A device that a
 * stranger holds must not be connected by a habit of pressing buttons, so the filled button declines.
 */
export default async function DeviceConfirmPage() {
  const { ceremonyId, client, account, device, scopes, error } = await viewData('device-confirm')
  const t = await pageTexts()
  const title = t('pages.device-confirm.title')
  return (
    <CardPage
      id="page-device-confirm"
      title={title}
      isRefused={error !== undefined}
      websiteUrl={client.websiteUrl}
    >
      <ClientTitle title={title} client={client}>
        <p>{t.rich('pages.device-confirm.asks', { name: () => <ClientName of={client} /> })}</p>
      </ClientTitle>
      <DeviceFacts device={device} />
      <Notice kind="warning" id="device-warning" className="my-4">
        {t('pages.device-confirm.warning')}
      </Notice>
      {/* The way to another account is in the chip, but after the button that connects, which is the first. */}
      <div className="relative">
        <div className="[&_.ui-account-chip]:pe-24">
          <AccountChip account={account} />
        </div>
        <ConsentForm
          ceremonyId={ceremonyId}
          requestCopy=""
          isCancelSuggested
          texts={{
            nothingTicked: t('pages.consent.nothing_ticked'),
            allow: t('pages.device-confirm.connect'),
            cancel: t('pages.device-confirm.deny'),
            busy: t('pages.consent.busy'),
          }}
        >
          {device.asksSameCode && (
            <label className="ui-switch my-4">
              <input
                id="same-code"
                type="checkbox"
                name="sameCode"
                value="on"
                required
                className="checkbox"
              />
              <span className="text-[0.875rem] leading-5">
                {t('pages.device-confirm.same_code')}
              </span>
            </label>
          )}
          <ScopeGroups scopes={byRisk(scopes)} client={client} />
          {error && <FormAlert message={textOf(t, error.key, error.parameters)} startsHere />}
        </ConsentForm>
        <RestartForm
          id="device-restart"
          action="/auth/consent"
          ceremonyId={ceremonyId}
          label={t('card.switch')}
          className="absolute end-2.5 top-1"
        />
      </div>
      <p className="ui-hint mt-2">{t('pages.consent.withdraw_hint')}</p>
    </CardPage>
  )
}
