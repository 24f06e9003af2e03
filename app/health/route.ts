import { health } from '#lib/http/health.ts'

export const dynamic = 'force-dynamic'

export const GET = health
