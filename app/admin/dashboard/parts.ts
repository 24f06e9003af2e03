import type { z } from 'zod'
import type { dashboard } from '#lib/api/contract/models/dashboard.ts'

type Dashboard = z.output<typeof dashboard>

export type UserPart = Dashboard['users']
export type ClientPart = Dashboard['clients']

type SettingsPart = NonNullable<Dashboard['settings']>

export type SignInDay = SettingsPart['signInDays'][number]
export type KeyAge = SettingsPart['keys'][number]
export type Warning = SettingsPart['warnings'][number]
