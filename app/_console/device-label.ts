import type { pageTexts } from '../_components/texts.ts'

interface Device {
  readonly deviceName: string
  readonly deviceOS: string
}

/**
 * A device as people know it: the browser with the first number of its version, and the system without its own:
 * that one browsers made up their mind about long ago (“Windows NT 10.0” is Windows 11 too, “macOS 10.15.7”, “Android
 * 10” and “iOS 18.6” are whatever came after). Each keeps its own direction within a sentence.
 * @param device of a session, as the API tells it; its parts may be empty
 */
export function deviceLabel(
  { deviceName, deviceOS }: Device,
  t: Awaited<ReturnType<typeof pageTexts>>,
): string {
  const name = isolated(withMajorVersion(deviceName)) || t('console.session.unknown_device')
  const system = isolated(withoutVersion(deviceOS))
  return system ? t('console.session.device', { name, system }) : name
}

/** The system that a browser with this name runs on is told beside it. */
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
