import type { pageTexts } from '../_components/texts.ts'

interface Device {
  readonly deviceName: string
  readonly deviceOS: string
}

/**
 * A device as people know it: the browser with the first number of its version, and the system. Each
 * keeps its own direction within a sentence.
 * @param device of a session, as the API tells it; its parts may be empty
 */
export function deviceWords(
  { deviceName, deviceOS }: Device,
  t: Awaited<ReturnType<typeof pageTexts>>,
): string {
  const name = isolated(withMajorVersion(deviceName)) || t('console.session.unknown_device')
  return deviceOS ? t('console.session.device', { name, system: isolated(deviceOS) }) : name
}

function withMajorVersion(deviceName: string): string {
  return deviceName.replace(/(\d+)(\.\d+)+/, '$1')
}

function isolated(name: string): string {
  return name && `\u2068${name}\u2069`
}
