import type { AdminTx } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { invalidField } from '../values/validation.ts'

/** What the server tells administrators and other systems about its work. */
export type IntegrationSettings = Pick<
  SettingsRecord,
  'refusalRecordsEnabled' | 'refusalRecordDays'
>

const maxRefusalRecordDays = 90

/** What a new installation has switched on: a record that has to be switched on before the failure is no help. */
export const initialIntegrationSettings = {
  refusalRecordsEnabled: true,
} as const satisfies Partial<IntegrationSettings>

/** The area as it is stored. */
export function integrationSettingsOf(settings: SettingsRecord): IntegrationSettings {
  const { refusalRecordsEnabled, refusalRecordDays } = settings
  return { refusalRecordsEnabled, refusalRecordDays }
}

/**
 * Checks the area.
 * @throws Refusal VALIDATION_ERROR
 */
export function checkIntegrationSettings(sent: IntegrationSettings): IntegrationSettings {
  const { refusalRecordDays: days } = sent
  if (days < 1 || days > maxRefusalRecordDays) {
    throw invalidField('refusalRecordDays', `must be between 1 and ${maxRefusalRecordDays}`)
  }
  return sent
}

/** Writes `updated_integrations_settings`, with the old and the new values; nothing when nothing changes. */
export async function saveIntegrationSettings(
  tx: AdminTx,
  change: Partial<IntegrationSettings>,
  loggedInUser: string,
): Promise<SettingsRecord> {
  const stored = await tx.store.settings.lock()
  const old = integrationSettingsOf(stored)
  const values = { ...old, ...change }
  if (JSON.stringify(values) === JSON.stringify(old)) return stored
  audit(tx, 'updated_integrations_settings', { loggedInUser, old: { ...old }, new: { ...values } })
  return tx.store.settings.update(values)
}
