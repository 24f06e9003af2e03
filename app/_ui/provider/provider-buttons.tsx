import { InteractionFields } from '#app/_ui/form/interaction-fields.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ProviderView } from '#lib/answers/view.ts'
import { ProviderMark } from './provider-mark.tsx'

interface ProviderButtonsProps {
  readonly ceremonyId: string
  readonly requestCopy: string
  readonly providers: readonly ProviderView[]
}

/** So many are shown at once; the others stand behind a line that opens. */
const maxShown = 5

/** The other servers that people may sign in with: plain forms, one button each. */
export async function ProviderButtons({ providers, ...sent }: ProviderButtonsProps) {
  const t = await pageTexts()
  const button = (provider: ProviderView) => (
    <ProviderButton
      key={provider.alias}
      {...sent}
      provider={provider}
      label={t('providers.continue', { name: provider.name })}
    />
  )
  const rest = providers.slice(maxShown)
  return (
    <>
      {providers.slice(0, maxShown).map(button)}
      {rest.length > 0 && (
        <details id="more-providers">
          <summary className="ui-link min-h-11 cursor-pointer py-3 text-center text-[0.875rem]">
            {t('providers.more')}
          </summary>
          <div className="mt-1 grid gap-2.5">{rest.map(button)}</div>
        </details>
      )}
    </>
  )
}

interface ProviderButtonProps {
  readonly ceremonyId: string
  readonly requestCopy: string
  readonly provider: ProviderView
  readonly label: string
  /** Another account than the one that the provider would take by itself. */
  readonly isOther?: boolean
}

export function ProviderButton(props: ProviderButtonProps) {
  const { ceremonyId, requestCopy, provider, label, isOther = false } = props
  const id = isOther ? `other-${provider.alias}` : `provider-${provider.alias}`
  return (
    <form method="post" action="/auth/provider">
      <InteractionFields ceremonyId={ceremonyId} requestCopy={requestCopy} />
      <input type="hidden" name="alias" value={provider.alias} />
      {isOther && <input type="hidden" name="otherAccount" value="on" />}
      <button id={id} type="submit" className="btn btn-lg btn-block h-auto min-h-11 py-2">
        <ProviderMark preset={provider.preset} name={provider.name} />
        <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
      </button>
    </form>
  )
}
