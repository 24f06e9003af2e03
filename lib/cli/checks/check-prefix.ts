import { forwardedPrefixMark } from '#lib/base/network/forwarded-prefix.ts'
import { addSeconds, daySeconds } from '#lib/base/time/clock.ts'
import type { Store } from '#lib/persistence/store.ts'
import { type Finding, findings } from './finding.ts'

const proxy = findings('proxy')

/**
 * A process notes only the first sighting after its start, so an older one may be of a proxy that was corrected since.
 */
const rememberedDays = 30

/** Reports that a proxy serves the server below a path, as noted by a running process. */
export async function checkPrefix({ marks }: Store, now: Date): Promise<Finding[]> {
  const seen = await marks.find(forwardedPrefixMark)
  if (!seen || seen < addSeconds(now, -rememberedDays * daySeconds)) return []
  return [
    proxy.warning(
      `requests came with X-Forwarded-Prefix (first since a start: ${seen.toISOString()}), so a proxy serves this server below a path. Links, cookies and redirects miss that part: give the server a host name of its own.`,
    ),
  ]
}
