import type { z } from 'zod'
import type { clientKeys } from '#lib/api/contract/models/client-keys.ts'

/** The fields of the form; the keys as a text. */
export interface KeysValues {
  readonly tokenEndpointAuthMethod: string
  readonly jwksUri: string
  readonly jwks: string
}

/** Initial values of the form. */
export function keysValues(keys: z.output<typeof clientKeys>): KeysValues {
  const { tokenEndpointAuthMethod, jwksUri, jwks } = keys
  return { tokenEndpointAuthMethod, jwksUri, jwks: jwks ? JSON.stringify(jwks, null, 2) : '' }
}
