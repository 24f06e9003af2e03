import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { viewData } from '#lib/http/page.ts'

/** The end of a device's sign-in: the rest happens on the device. */
export default async function DeviceDonePage() {
  const { client, isConnected } = await viewData('device-done')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-device-done"
      heading={t(`pages.device-done.${isConnected ? 'connected' : 'refused'}`)}
      client={client}
      message={t('pages.device-done.close')}
    />
  )
}
