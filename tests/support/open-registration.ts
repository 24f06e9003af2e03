import { connect } from '#lib/persistence/client.ts'

/** Lets people register themselves on a started server, which a new installation does not. */
export async function openRegistration(databaseUrl: string): Promise<void> {
  const client = connect(databaseUrl)
  try {
    await client.settings.updateMany({ data: { selfRegistrationEnabled: true } })
  } finally {
    await client.$disconnect()
  }
}
