import { metrics } from '#lib/http/metrics.ts'

export const dynamic = 'force-dynamic'

export const GET = metrics
