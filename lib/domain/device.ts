import Bowser from 'bowser'
import { cutCodePoints } from '#lib/base/text/text.ts'

/** The device of a session, as its owner recognises it in a list. */
export interface Device {
  /** Browser, version and, if known, the device's model; at most 256 characters. */
  readonly deviceName: string
  readonly deviceType: 'Mobile' | 'Tablet' | 'Desktop' | 'Bot' | 'unknown'
  /** Operating system and version; at most 64 characters. */
  readonly deviceOs: string
}

const types = { mobile: 'Mobile', tablet: 'Tablet', desktop: 'Desktop', bot: 'Bot' } as const

/** Describes the device from a `User-Agent` header; unknown fields are ''. */
export function deviceOf(userAgent: string): Device {
  if (userAgent.trim() === '') return { deviceName: '', deviceType: 'unknown', deviceOs: '' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const name = joined(browser.name, browser.version)
  const model = platform.model ? ` (${platform.model})` : ''
  return {
    deviceName: cutCodePoints(`${name}${model}`.trim(), 256),
    deviceType: types[platform.type as keyof typeof types] ?? 'unknown',
    deviceOs: cutCodePoints(joined(os.name, os.version), 64),
  }
}

function joined(name = '', version = ''): string {
  return `${name} ${version}`.trim()
}
