import type { pageTexts } from './texts.ts'

interface Device {
  readonly deviceName: string
  readonly deviceOS: string
}

/**
 * A readable device name: the browser with its major version, and the system without a version. Browsers froze the
 * system's version long ago: “Windows NT 10.0” includes Windows 11, and “macOS 10.15.7”, “Android 10” and “iOS 18.6”
 * include later ones. Both names are isolated for text direction.
 * @param device of a session, from the API; its parts may be empty
 */
export function deviceLabel(
  { deviceName, deviceOS }: Device,
  t: Awaited<ReturnType<typeof pageTexts>>,
): string {
  const name = isolated(withMajorVersion(deviceName)) || t('console.session.unknown_device')
  const system = isolated(withoutVersion(deviceOS))
  return system ? t('console.session.device', { name, system }) : name
}

/** Drops “for Android” from the browser's name, because the system is shown beside it. */
function withMajorVersion(deviceName: string): string {
  return deviceName
    .replace('Samsung Internet for Android', 'Samsung Internet')
    .replace(/(\d+)(\.\d+)+/, '$1')
}

function withoutVersion(deviceOS: string): string {
  return deviceOS.replace(/(?: NT)? \d[\d._]*$/, '')
}

function isolated(name: string): string {
  return name && `\u2068${name}\u2069`
}
