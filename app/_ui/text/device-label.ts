import { shownDevice } from '#lib/domain/sessions/device.ts'
import type { pageTexts } from './texts.ts'

interface Device {
  readonly deviceName: string
  readonly deviceOS: string
}

/**
 * A readable device name. Both names are isolated for text direction.
 * @param device of a session, from the API; its parts may be empty
 */
export function deviceLabel(
  { deviceName, deviceOS }: Device,
  t: Awaited<ReturnType<typeof pageTexts>>,
): string {
  const { browser, system } = shownDevice({ deviceName, deviceOs: deviceOS })
  const name = isolated(browser) || t('console.session.unknown_device')
  return system ? t('console.session.device', { name, system: isolated(system) }) : name
}

function isolated(name: string): string {
  return name && `\u2068${name}\u2069`
}
