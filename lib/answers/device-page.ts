import type { AccountView, ClientView, FormError, ScopeView } from './view-parts.ts'

/** A device whose user is asked to connect it. */
export interface DeviceView {
  readonly code: string
  /** When the device asked, in whole minutes. */
  readonly minutesAgo: number
  /** The device's address, or the /64 network of an IPv6 address. */
  readonly network: string
  readonly isSameNetwork: boolean
  /** The code came in an address, so the page asks whether the device shows the same code. */
  readonly asksSameCode: boolean
}

/** The pages that connect a device. */
export type DevicePage =
  | {
      readonly page: 'device-entry'
      /** The code as typed or as offered by the address; '' for none. */
      readonly code: string
      /** The letters that the address offered; '' for none. */
      readonly offered: string
      readonly error?: FormError
    }
  | {
      readonly page: 'device-confirm'
      readonly ceremonyId: string
      readonly client: ClientView
      readonly account: AccountView
      readonly device: DeviceView
      readonly scopes: readonly ScopeView[]
      readonly error?: FormError
    }
  | {
      readonly page: 'device-done'
      readonly client: ClientView
      readonly isConnected: boolean
    }
