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
  const name = isProduct(browser.name, userAgent)
    ? joined(browser.name, digits(browser.version))
    : ''
  const model = platform.model ? ` (${platform.model})` : ''
  return {
    deviceName: cutCodePoints(`${name}${model}`.trim(), 256),
    deviceType: types[platform.type as keyof typeof types] ?? 'unknown',
    deviceOs: cutCodePoints(joined(os.name, os.version), 64),
  }
}

/**
 * Of a program that it does not know, the parser takes the beginning of the header for a name. Messages to the owner of
 * an account show the name, and a stranger must not write sentences or addresses there: it has to be one plain word.
 */
function isProduct(name = '', userAgent: string): boolean {
  return !userAgent.startsWith(name) || /^[a-z][\w+-]{0,39}$/i.test(name)
}

/** The version; '' for text in its place. */
function digits(version = ''): string {
  return /^[\d._]*/.exec(version)?.[0] ?? ''
}

function joined(name = '', version = ''): string {
  return `${name} ${version}`.trim()
}

/**
 * A device as people name it: the browser with its major version, and the system without one. Browsers froze the
 * system's version long ago: “Windows NT 10.0” includes Windows 11, and “macOS 10.15.7”, “Android 10” and “iOS 18.6”
 * include later ones.
 */
export function shownDevice({ deviceName, deviceOs }: Pick<Device, 'deviceName' | 'deviceOs'>): {
  browser: string
  system: string
} {
  const browser = deviceName
    // The system is shown beside it.
    .replace('Samsung Internet for Android', 'Samsung Internet')
    .replace(/(\d+)(\.\d+)+/, '$1')
  return { browser, system: deviceOs.replace(/(?: NT)? \d[\d._]*$/, '') }
}
