import { pageTexts } from '#app/_ui/text/texts.ts'
import type { DeviceView } from '#lib/answers/device-page.ts'
import { pageLanguage } from '#lib/http/page.ts'

/** The code to compare, and where and when the device asked. */
export async function DeviceFacts({ device }: { readonly device: DeviceView }) {
  const { code, minutesAgo, network, isSameNetwork } = device
  const t = await pageTexts()
  const ago = new Intl.RelativeTimeFormat(await pageLanguage(), { numeric: 'auto' })
  const place = isSameNetwork ? 'same_network' : 'other_network'
  return (
    <>
      <p className="mt-4 text-center text-[0.875rem]">{t('pages.device-confirm.question')}</p>
      <p
        id="device-code"
        dir="ltr"
        className="my-2 rounded-[10px] border border-line bg-canvas px-4 py-3 text-center font-mono font-semibold text-2xl tracking-widest"
      >
        {code}
      </p>
      <dl id="device-facts" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">{t('pages.device-confirm.started')}</dt>
        <dd>{ago.format(-minutesAgo, 'minute')}</dd>
        <dt className="text-muted">{t('pages.device-confirm.network')}</dt>
        <dd className="[overflow-wrap:anywhere]">
          <bdi dir="ltr">{network}</bdi> ({t(`pages.device-confirm.${place}`)})
        </dd>
      </dl>
    </>
  )
}
