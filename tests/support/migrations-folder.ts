import { fileURLToPath } from 'node:url'

export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
