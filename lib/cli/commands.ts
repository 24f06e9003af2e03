import { backup } from './backup.ts'
import { clientSecret } from './client-secret.ts'
import type { Command } from './command.ts'
import { createAdmin } from './create-admin.ts'
import { createClient } from './create-client.ts'
import { disableProvider } from './disable-provider.ts'
import { doctor } from './doctor.ts'
import { exportConfiguration } from './export.ts'
import { importConfiguration } from './import.ts'
import { moveToPostgresql } from './move-to-postgresql.ts'
import { resetAdminPassword } from './reset-admin-password.ts'
import { rotateKeys } from './rotate-keys.ts'
import { updateClient } from './update-client.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  doctor,
  createAdmin,
  resetAdminPassword,
  createClient,
  updateClient,
  clientSecret,
  rotateKeys,
  disableProvider,
  exportConfiguration,
  importConfiguration,
  backup,
  moveToPostgresql,
]
