import { expect, test } from 'vitest'
import { deviceLabel } from '#app/_ui/text/device-label.ts'

type Texts = Parameters<typeof deviceLabel>[1]

const texts = ((key: string, { name, system }: { name?: string; system?: string } = {}) =>
  key.endsWith('.device') ? `${name} on ${system}` : 'Unknown device') as unknown as Texts

/** The label without its Unicode isolation marks. */
function words(deviceName: string, deviceOS: string): string {
  return deviceLabel({ deviceName, deviceOS }, texts).replaceAll(/[\u2068\u2069]/g, '')
}

test.each([
  ['Chrome 156.0.8078.79', 'Linux', 'Chrome 156 on Linux'],
  ['Mobile Safari 18.1 (iPhone)', 'iOS 18.1', 'Mobile Safari 18 (iPhone) on iOS'],
  ['Chrome 140.0.0.0', 'Windows NT 10.0', 'Chrome 140 on Windows'],
  ['Safari 26.0', 'macOS 10.15.7', 'Safari 26 on macOS'],
  ['Samsung Internet for Android 25.0', 'Android 10', 'Samsung Internet 25 on Android'],
  ['Firefox 140', 'Chrome OS', 'Firefox 140 on Chrome OS'],
  ['PlayStation 4', 'PlayStation 4 11.00', 'PlayStation 4 on PlayStation 4'],
  ['Chrome 131.0.0.0', '', 'Chrome 131'],
  ['', 'Linux', 'Unknown device on Linux'],
  ['', '', 'Unknown device'],
])('the device “%s” with the system “%s” is called “%s”', (name, system, called) => {
  expect(words(name, system)).toBe(called)
})
