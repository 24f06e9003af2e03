import { SelfServiceForm } from '#app/_ui/card/self-service-form.tsx'
import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** The address of each flow's links. */
const paths = { activate: '/account/activate', reset: '/reset-password' } as const

/** Asks which of two mailed links to continue with in this browser (`/account/activate`, `/reset-password`). */
export default async function LinkInFlightPage() {
  const { flow, code, ceremonyId, email, open } = await viewData('link-in-flight')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-link-in-flight"
      heading={t('pages.link-in-flight.title')}
      message={t('pages.link-in-flight.message', { email: unbroken(open.email) })}
    >
      <SelfServiceForm
        action={paths[flow]}
        hidden={{ code, ceremonyId }}
        error={undefined}
        submit={t('pages.link-in-flight.continue', { email })}
        busy={t('common.one_moment')}
      />
      <p className="mt-7 border-line border-t pt-6 text-center">
        <a id="open-link" href={paths[open.flow]} className="ui-link text-sm">
          {t('pages.link-in-flight.back', { email: open.email })}
        </a>
      </p>
    </StatusCard>
  )
}

/** A line may break after an ellipsis; a word joiner keeps a shortened address together. */
function unbroken(email: string): string {
  return email.replace('…', '…\u2060')
}
