import type { z } from 'zod'
import type { dashboard } from '#lib/api/contract/models/dashboard.ts'
import { daySeconds } from '#lib/base/time/clock.ts'
import type { PublicKeyRecord } from '#lib/persistence/settings/signing-keys.ts'

type Settings = NonNullable<z.input<typeof dashboard>['settings']>

const dayMs = daySeconds * 1000

/** Signing keys on the dashboard: state and age. */
export function keyAgesToWire(keys: readonly PublicKeyRecord[], now: Date): Settings['keys'] {
  return keys.map(({ state, keyIdentifier, createdAt }) => ({
    state: state as Settings['keys'][number]['state'],
    keyIdentifier,
    createdAt: createdAt.toISOString(),
    ageInDays: Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / dayMs)),
  }))
}
