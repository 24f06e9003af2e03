import { connect } from '#lib/persistence/client.ts'

/** Enables self-registration on a started server; new installations have it off. */
export async function openRegistration(databaseUrl: string): Promise<void> {
  const client = connect(databaseUrl)
  try {
    await client.settings.updateMany({ data: { selfRegistrationEnabled: true } })
  } finally {
    await client.$disconnect()
  }
}
