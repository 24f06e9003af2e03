import type { z } from 'zod'
import type { activityEntry } from '#lib/api/contract/models/activity.ts'
import type { ActivityEntry } from '#lib/domain/audit/own-activity.ts'
import { applicationToWire } from './applications.ts'

export function activityEntryToWire(entry: ActivityEntry): z.input<typeof activityEntry> {
  const { createdAt, application, device, ...rest } = entry
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    ...(application ? { application: applicationToWire(application) } : {}),
    deviceName: device.deviceName,
    deviceType: device.deviceType,
    deviceOS: device.deviceOs,
  }
}
