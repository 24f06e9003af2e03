import { openDatabase } from '#lib/persistence/client.ts'

/** Enables self-registration on a started server; new installations have it off. */
export async function openRegistration(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl)
  try {
    await database.prisma.settings.updateMany({ data: { selfRegistrationEnabled: true } })
  } finally {
    await database.close()
  }
}
