import { fileURLToPath } from 'node:url'

/** Folder with the migrations of both databases. */
export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
