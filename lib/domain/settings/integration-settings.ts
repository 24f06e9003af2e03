import type { AdminTx } from '#lib/context.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { audit } from '../audit/audit.ts'
import { invalidField } from '../values/validation.ts'

/** Settings of the reports about the server's work to administrators and other systems. */
export type IntegrationSettings = Pick<
  SettingsRecord,
  'refusalRecordsEnabled' | 'refusalRecordDays'
>

const maxRefusalRecordDays = 90

/** Values of a new installation: a record of refusals helps only if it is on before the failure. */
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

/** Writes `updated_integrations_settings` with the old and the new values; nothing when nothing changes. */
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
